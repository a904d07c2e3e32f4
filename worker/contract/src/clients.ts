import * as z from 'zod'
import { Day, Email, Id, Instant, optionalText, PageQuery, page, Search } from './common.ts'
import { CLIENT_PHONE_MAX, CLIENT_TEXT_MAX, IMPORT_CHECK_MAX, IMPORT_CHUNK } from './limits.ts'
import { nameText } from './names.ts'
import { ASSIGNMENT_STATUSES, CLIENT_STATUSES, SECTION_STATUSES } from './statuses.ts'

/** Requests and answers about clients (specification, sections 2, 3 and 7). */

const phone = z.string().trim().max(CLIENT_PHONE_MAX, `At most ${CLIENT_PHONE_MAX} characters, please.`)

/** A workform that new clients get at once. */
const NewAssignment = z.object({ workform_id: Id, due_date: Day, notes: optionalText(4000) })

/** `assignment`: a workform that the client gets in the same change. Where that one part is not possible, the client is created all the same. */
export const CreateClient = z.object({
  name: nameText(CLIENT_TEXT_MAX, 'The full name'),
  email: Email,
  phone: phone.min(1, 'This field is required.'),
  company: optionalText(CLIENT_TEXT_MAX),
  assignment: NewAssignment.optional(),
})
export type CreateClient = z.input<typeof CreateClient>

/** `updated_at` is the state the edit was made on; another one refuses it with `stale`. */
export const UpdateClient = z.object({
  name: nameText(CLIENT_TEXT_MAX, 'The full name'),
  email: Email,
  phone: phone.nullish().transform((v) => v || null),
  company: optionalText(CLIENT_TEXT_MAX),
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
  /** Joined from book_client_auth: whether the client has set a password. */
  password_set: z.boolean(),
})
export type Client = z.infer<typeof Client>

/** A new client, and what became of the workform that was asked for with it; null where none was. */
export const CreatedClient = Client.extend({
  assignment: z.object({ ok: z.boolean(), /** Why it was not assigned. */ reason: z.string().nullable() }).nullable(),
})
export type CreatedClient = z.infer<typeof CreatedClient>

/** Whether the client's folder of text files is written. A failed one is tried again until it is. */
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

/** Every client that a search and filter find, ordered by name; `more` says that there are others beyond the limit. */
export const SelectionQuery = ClientsQuery.pick({ q: true, status: true })
export const ClientSelection = z.object({
  items: z.array(Client.pick({ id: true, name: true, email: true })),
  more: z.boolean(),
})
export type ClientSelection = z.infer<typeof ClientSelection>

/** What of the clients is exported, and in which order. */
export const ExportQuery = ClientsQuery.pick({ q: true, status: true, sort: true })

/** A cell as it stands in a file: what is wrong with it is told row by row (client-import.ts). */
const cell = z.string().max(2000)
/** A part of a file of clients. `invite`: each gets the invitation mail. `assignment`: each gets the workform. */
export const ImportClients = z.object({
  rows: z
    .array(z.object({ name: cell, email: cell, phone: cell, company: cell, status: cell }))
    .min(1)
    .max(IMPORT_CHUNK),
  invite: z.boolean(),
  assignment: NewAssignment.optional(),
})
export type ImportClients = z.input<typeof ImportClients>
/** What became of each row, in their order: the id of the new client, or why there is none. */
export const ImportResult = z.object({
  results: z.array(z.object({ id: Id.nullable(), reason: z.string().nullable() })),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Addresses that are to become clients. */
export const CheckEmails = z.object({ emails: z.array(z.string().max(254)).min(1).max(IMPORT_CHECK_MAX) })
/** Those of them that cannot, and why. */
export const TakenEmails = z.object({ taken: z.array(z.object({ email: z.string(), reason: z.string() })) })
export type TakenEmails = z.infer<typeof TakenEmails>

/** A workform assigned to a client, its sections summed up. */
export const AssignedWorkform = z.object({
  workform_id: Id,
  workform_name: z.string(),
  assigned_at: Instant,
  due_date: Day.nullable(),
  status: z.enum(ASSIGNMENT_STATUSES),
  sections: z.array(z.object({ name: z.string(), status: z.enum(SECTION_STATUSES) })),
})
export const ClientDetail = Client.extend({
  /** Whether the person has declined to become this bookkeeper's client: they get no invitation any more. */
  declined: z.boolean(),
  /** Another address that the client has to confirm, the newest request; null where none was made, or it was confirmed. */
  email_change: z
    .object({ email: z.string(), asked_at: Instant, state: z.enum(['waiting', 'refused', 'expired']) })
    .nullable(),
  workforms: z.array(AssignedWorkform),
})
export type ClientDetail = z.infer<typeof ClientDetail>
