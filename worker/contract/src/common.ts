import * as z from 'zod'
import { canonicalEmail } from './canonical-email.ts'
import { INVALID_DATE, isTimeZone } from './dates.ts'
import { EMAIL_INVALID, isEmail } from './emails.ts'
import { isDate } from './dates.ts'
import { safeFileName } from './files.ts'
import { REQUIRED, tooManyCharacters } from './limit-messages.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX } from './limits.ts'
import { cleanLine, cleanPhone, cleanText } from './text.ts'

/** Building blocks of request and response schemas. */

export const Id = z.uuid()
/** A point in time, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
/** A calendar date, yyyy-mm-dd. */
export const Day = z
  .string()
  .refine(isDate, INVALID_DATE)
  .meta({ examples: ['2027-01-31'] })
/** An email address, see `canonicalEmail`. */
export const Email = z.string().overwrite(canonicalEmail).refine(isEmail, EMAIL_INVALID)
export const TimeZone = z.string().max(64).refine(isTimeZone, 'This time zone is unknown.')
/**
 * The time zone that a browser reports by itself. One that this server does not know counts as absent: there is no
 * field in which a person could change it.
 */
export const TimeZoneHint = z
  .string()
  .nullish()
  .transform((zone) => (zone && isTimeZone(zone) ? zone : undefined))

/** What a text consists of, and the function that normalizes it. */
const NORMALIZE = { lines: cleanText, line: cleanLine, phone: cleanPhone }
type Kind = keyof typeof NORMALIZE

/** Returns the schema of a text of at most `max` UTF-16 code units. */
export const anyText = (max: number, kind: Kind = 'lines') =>
  z.string().overwrite(NORMALIZE[kind]).max(max, tooManyCharacters(max))
/** Returns the schema of a text of 1 to `max` UTF-16 code units. */
export const requiredText = (max: number, kind: Kind = 'lines') =>
  z.string().overwrite(NORMALIZE[kind]).min(1, REQUIRED).max(max, tooManyCharacters(max))
/** Returns the schema of a text that can be missing or blank; blank becomes null. */
export const optionalText = (max: number, kind: Kind = 'lines') =>
  anyText(max, kind)
    .nullish()
    .transform((v) => v || null)
/** Returns the schema of a text in an update: blank or null clears the stored text, undefined keeps it. */
export const changedText = (max: number, kind: Kind = 'lines') =>
  anyText(max, kind)
    .nullable()
    .transform((v) => v || null)
    .optional()
/** The name of an uploaded file, see `safeFileName`. */
export const FileName = requiredText(255, 'line').transform(safeFileName)

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
export const Search = anyText(SEARCH_MAX, 'line').optional()

/** Archives an item, or restores it. */
export const SetArchived = z.object({ archived: z.boolean() })
