import * as z from 'zod'
import { changedText, Day, Email, Id, Instant, optionalText, PageQuery, page, requiredText, Search } from './common.ts'
import { CLIENT_PHONE_MAX, CLIENT_TEXT_MAX, IMPORT_CHECK_MAX, IMPORT_CHUNK } from './limits.ts'
import { nameText } from './names.ts'
import { ASSIGNMENT_STATUSES, CLIENT_STATUSES, SECTION_STATUSES } from './statuses.ts'

/** Schemas for clients. */

/** A workform to assign to a new client. */
const NewAssignment = z.object({ workform_id: Id, due_date: Day, notes: optionalText(4000) })

/** `assignment` is assigned in the same change. If that fails, the client is created anyway. */
export const CreateClient = z.object({
  name: nameText(CLIENT_TEXT_MAX, 'The full name'),
  email: Email,
  phone: requiredText(CLIENT_PHONE_MAX),
  company: optionalText(CLIENT_TEXT_MAX),
  assignment: NewAssignment.optional(),
})
export type CreateClient = z.input<typeof CreateClient>

/** `updated_at` is the version that was edited. The edit is refused with `stale` when the client has changed since. */
export const UpdateClient = z.object({
  name: nameText(CLIENT_TEXT_MAX, 'The full name'),
  email: Email,
  phone: changedText(CLIENT_PHONE_MAX),
  company: changedText(CLIENT_TEXT_MAX),
  status: z.enum(CLIENT_STATUSES),
  updated_at: Instant,
})
export type UpdateClient = z.input<typeof UpdateClient>

export const Client = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  status: z.enum(CLIENT_STATUSES),
  created_at: Instant,
  updated_at: Instant,
  /** Whether the client has set a password (from `book_client_auth`). */
  password_set: z.boolean(),
})
export type Client = z.infer<typeof Client>

/** A new client with the result of the assignment; null when none was requested. */
export const CreatedClient = Client.extend({
  assignment: z.object({ ok: z.boolean(), reason: z.string().nullable() }).nullable(),
})
export type CreatedClient = z.infer<typeof CreatedClient>

/** State of the client's folder of text files. A failed write is retried until it succeeds. */
export const ClientFolder = z.object({ state: z.enum(['ready', 'pending', 'failed']) })
export type ClientFolder = z.infer<typeof ClientFolder>

export const CLIENT_SORTS = ['created', '-created', 'name', '-name'] as const
export const ClientsQuery = PageQuery.extend({
  q: Search,
  status: z.enum(CLIENT_STATUSES).optional(),
  sort: z.enum(CLIENT_SORTS).default('-created'),
})
export const ClientsPage = page(Client)
export type ClientsPage = z.infer<typeof ClientsPage>
export const ClientCounts = z.object({
  total: z.number().int(),
  new: z.number().int(),
  onboarding: z.number().int(),
  active: z.number().int(),
  inactive: z.number().int(),
})

/** All clients that match a search and filter, sorted by name. `more` is true when the limit was reached. */
export const SelectionQuery = ClientsQuery.pick({ q: true, status: true })
export const ClientSelection = z.object({
  items: z.array(Client.pick({ id: true, name: true, email: true })),
  more: z.boolean(),
})
export type ClientSelection = z.infer<typeof ClientSelection>

/** Selects and sorts the clients to export. */
export const ExportQuery = ClientsQuery.pick({ q: true, status: true, sort: true })

// Cells are validated row by row, see client-import.ts.
const cell = z.string().max(2000)
/** A batch of rows to import. `invite` sends invitation mails; `assignment` assigns a workform to each client. */
export const ImportClients = z.object({
  rows: z
    .array(z.object({ name: cell, email: cell, phone: cell, company: cell, status: cell }))
    .min(1)
    .max(IMPORT_CHUNK),
  invite: z.boolean(),
  assignment: NewAssignment.optional(),
})
export type ImportClients = z.input<typeof ImportClients>
/** The results in the order of the rows: the id of the new client, or the reason why none was created. */
export const ImportResult = z.object({
  results: z.array(z.object({ id: Id.nullable(), reason: z.string().nullable() })),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Email addresses to check before an import. */
export const CheckEmails = z.object({ emails: z.array(z.string().max(254)).min(1).max(IMPORT_CHECK_MAX) })
/** Addresses that cannot be imported, with the reasons. */
export const TakenEmails = z.object({ taken: z.array(z.object({ email: z.string(), reason: z.string() })) })
export type TakenEmails = z.infer<typeof TakenEmails>

/** A workform assigned to a client, with the status of each section. */
export const AssignedWorkform = z.object({
  workform_id: Id,
  workform_name: z.string(),
  assigned_at: Instant,
  due_date: Day.nullable(),
  status: z.enum(ASSIGNMENT_STATUSES),
  sections: z.array(z.object({ name: z.string(), status: z.enum(SECTION_STATUSES) })),
})
export const ClientDetail = Client.extend({
  /** True when the person has declined to become this bookkeeper's client, so no invitation is sent. */
  declined: z.boolean(),
  /** The latest request to change the address; null when there is none or it was confirmed. */
  email_change: z
    .object({ email: z.string(), asked_at: Instant, state: z.enum(['waiting', 'refused', 'expired']) })
    .nullable(),
  workforms: z.array(AssignedWorkform),
})
export type ClientDetail = z.infer<typeof ClientDetail>
