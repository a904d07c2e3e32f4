import * as z from 'zod'
import { INVALID_DATE, isTimeZone } from './dates.ts'
import { isDate, isEmail } from './fields.ts'
import { safeFileName } from './files.ts'
import { tooManyCharacters } from './limit-messages.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX } from './limits.ts'

/** Building blocks of request and response schemas. */

export const Id = z.uuid()
/** A point in time, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
/** A calendar date, yyyy-mm-dd. */
export const Day = z
  .string()
  .refine(isDate, INVALID_DATE)
  .meta({ examples: ['2027-01-31'] })
/** An email address, trimmed and in lower case. */
export const Email = z.string().trim().toLowerCase().refine(isEmail, 'Please enter a valid email address.')
export const TimeZone = z.string().max(64).refine(isTimeZone, 'This time zone is unknown.')
/**
 * The time zone that a browser reports by itself. One that this server does not know counts as absent: there is no
 * field in which a person could change it.
 */
export const TimeZoneHint = z
  .string()
  .nullish()
  .transform((zone) => (zone && isTimeZone(zone) ? zone : undefined))

/** Returns the schema of a text of 1 to `max` characters, trimmed. */
export const requiredText = (max: number) =>
  z.string().trim().min(1, 'This field is required.').max(max, tooManyCharacters(max))
/** The name of an uploaded file, see `safeFileName`. */
export const FileName = requiredText(255).transform(safeFileName)
const anyText = (max: number) => z.string().trim().max(max, tooManyCharacters(max))
/** Returns the schema of a text that can be missing or blank; blank becomes null. */
export const optionalText = (max: number) =>
  anyText(max)
    .nullish()
    .transform((v) => v || null)
/** Returns the schema of a text in an update: blank or null clears the stored text, undefined keeps it. */
export const changedText = (max: number) =>
  anyText(max)
    .nullable()
    .transform((v) => v || null)
    .optional()

export const IdParam = z.object({ id: Id })
export const Ok = z.object({ ok: z.literal(true) })

/** Query of a paged list. `cursor` is `next` of the previous page. */
export const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
})
/** Returns the schema of a page of items; `next` is null on the last page. */
export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })
/** The search text of a list. */
export const Search = z.string().trim().max(SEARCH_MAX).optional()

/** Archives an item, or restores it. */
export const SetArchived = z.object({ archived: z.boolean() })
