import * as z from 'zod'

/** Schemas of answers. Their rules are in fields.ts. */

export const FileAnswer = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  size: z.number(),
  type: z.string(),
})
export const Answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(FileAnswer), z.null()])
/** The answers of a section by field id. */
export const Answers = z.record(z.string(), Answer)
