import * as z from 'zod'
import { FileName, Id } from './common.ts'
import { MAX_FILE_BYTES } from './limits.ts'

/** Uploads in parts: announced, sent part by part, completed. What is said of each part is what a browser needs to go on after a break. */

const Size = z
  .number()
  .int()
  .min(0)
  .meta({ description: `Bytes; ${MAX_FILE_BYTES} at most` })

/** Announces a file for a field of a section. */
export const BeginUpload = z.object({ field: z.string().min(1).max(100), name: FileName, size: Size })
/** Announces a template file. */
export const BeginTemplateUpload = z.object({
  name: FileName,
  screen: z.enum(['assign', 'workforms']).default('workforms'),
  size: Size,
})

/** An upload under way. Parts are numbered from 1; all but the last hold `part_size` bytes. */
export const OpenUpload = z.object({
  id: Id,
  size: z.number().int(),
  part_size: z.number().int(),
  parts: z.array(z.number().int()).meta({ description: 'Numbers of the parts that are there' }),
})
export type OpenUpload = z.infer<typeof OpenUpload>

export const PartParam = z.object({ id: Id, part: z.coerce.number().int().min(1).max(10_000) })
export const StoredPart = z.object({ part: z.number().int() })

/** Ends an upload. With `sha256` what was put together must be what the sender holds. */
export const CompleteUpload = z.object({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

const Hashes = z
  .string()
  .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/)
  .transform((list) => list.split(',').slice(0, 50))
/** Asks which of these SHA-256 are in the workform already. */
export const DuplicatesQuery = z.object({ sha256: Hashes })
export const Duplicates = z.object({
  items: z.array(z.object({ sha256: z.string(), name: z.string(), section_name: z.string(), field_id: z.string() })),
})
export type Duplicate = z.infer<typeof Duplicates>['items'][number]
