import * as z from 'zod'
import { FileName, Id } from './common.ts'
import { MAX_FILE_BYTES } from './limits.ts'

/** Schemas of multipart uploads: announce a file, send its parts, complete it. Interrupted uploads can be resumed. */

const Size = z
  .number()
  .int()
  .min(0)
  .meta({ description: `Size in bytes, at most ${MAX_FILE_BYTES}` })

/** Starts the upload of a file for a field. */
export const BeginUpload = z.object({ field: z.string().min(1).max(100), name: FileName, size: Size })
/** Starts the upload of a template file. */
export const BeginTemplateUpload = z.object({
  name: FileName,
  screen: z.enum(['assign', 'workforms']).default('workforms'),
  size: Size,
})

/** An upload in progress. Parts are numbered from 1 and have `part_size` bytes, except the last. */
export const OpenUpload = z.object({
  id: Id,
  size: z.number().int(),
  part_size: z.number().int(),
  parts: z.array(z.number().int()).meta({ description: 'Numbers of the uploaded parts' }),
})
export type OpenUpload = z.infer<typeof OpenUpload>

export const PartParam = z.object({ id: Id, part: z.coerce.number().int().min(1).max(10_000) })
export const StoredPart = z.object({ part: z.number().int() })

/** Completes an upload. With `sha256`, the assembled file must have this hash. */
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
/** Finds files of the workform by SHA-256 hash, comma-separated. */
export const DuplicatesQuery = z.object({ sha256: Hashes })
export const Duplicates = z.object({
  items: z.array(z.object({ sha256: z.string(), name: z.string(), section_name: z.string(), field_id: z.string() })),
})
export type Duplicate = z.infer<typeof Duplicates>['items'][number]
