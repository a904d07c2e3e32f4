import * as z from 'zod'
import { anyText, Id, Instant, PageQuery, page, Search } from './common.ts'
import { CLIENT_NOTES_MAX } from './limits.ts'
import { SECTION_STATUSES } from './statuses.ts'

/** Schemas of what a bookkeeper keeps about a client: private notes and files. */

const version = z.number().int().min(0)

/** The private notes about a client. Version 0 means that nothing was ever written. */
export const ClientNotes = z.object({ text: z.string(), version, updated_at: Instant.nullable() })
export type ClientNotes = z.infer<typeof ClientNotes>

/** `version` is that of the notes that were edited. Refused with `stale` if they have changed since. */
export const SaveClientNotes = z.object({ text: anyText(CLIENT_NOTES_MAX), version })

/** A file that the client has submitted, or that was sent in the chat. */
export const ClientFile = z.object({
  id: Id,
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  type: z.string(),
  created_at: Instant,
  /** The section that the file belongs to; null for a file of the chat. */
  section: z
    .object({
      workform_id: Id,
      workform_name: z.string(),
      section_name: z.string(),
      status: z.enum(SECTION_STATUSES),
    })
    .nullable(),
})
export type ClientFile = z.infer<typeof ClientFile>

/** Searches files by name. */
export const ClientFilesQuery = PageQuery.extend({ q: Search })
/** Newest first. */
export const ClientFilesPage = page(ClientFile)
export type ClientFilesPage = z.infer<typeof ClientFilesPage>
