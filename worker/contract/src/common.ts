import * as z from 'zod'
import { isTimeZone } from './dates.ts'
import { isDate, isEmail } from './fields.ts'
import { safeFileName } from './files.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts'

/** Building blocks of the request and answer schemas. */

export const Id = z.uuid()
/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
/** A calendar date, yyyy-mm-dd. */
export const Day = z.string().refine(isDate, 'Please enter a valid date.')
/** An e-mail address, trimmed and in lower case. */
export const Email = z.string().trim().toLowerCase().refine(isEmail, 'Please enter a valid email address.')
export const TimeZone = z.string().max(64).refine(isTimeZone, 'This time zone is not known.')

/** A text of 1 to `max` characters after trimming. */
export const requiredText = (max: number) =>
  z.string().trim().min(1, 'This field is required.').max(max, `At most ${max} characters, please.`)
/** A file's name, by whoever sends it; see `safeFileName`. */
export const FileName = requiredText(255).transform(safeFileName)
/** A text that may be missing or blank; blank becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters, please.`)
    .nullish()
    .transform((v) => v || null)

export const IdParam = z.object({ id: Id })
export const Ok = z.object({ ok: z.literal(true) })

/** Query of a list that pages by key: `cursor` is the `next` of the page before. */
export const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
})
/** A page of `item`; `next` is null on the last one. */
export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })
/** A search text of a list. */
export const Search = z.string().trim().max(200).optional()
