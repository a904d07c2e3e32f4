import { z } from 'zod'
import { Day, Email, Id, Instant, optionalText, PageQuery, page, Search, text } from './common.ts'
import { ASSIGNMENT_STATUSES, CLIENT_STATUSES, SECTION_STATUSES } from './statuses.ts'

/** Requests and answers about clients and the dashboard (specification, sections 2, 3 and 7). */

const phone = z.string().trim().max(40, 'At most 40 characters, please.')

/** `assignment` makes creation and assignment one change: both happen, or neither. */
export const CreateClient = z.object({
  name: text(120),
  email: Email,
  phone: phone.min(1, 'This field is required.'),
  company: optionalText(120),
  assignment: z.object({ workform_id: Id, due_date: Day, notes: optionalText(4000) }).optional(),
})
export type CreateClient = z.input<typeof CreateClient>

/** `updated_at` is the state the edit was made on; another one refuses it with `stale`. */
export const UpdateClient = z.object({
  name: text(120),
  email: Email,
  phone: phone.nullish().transform((v) => v || null),
  company: optionalText(120),
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

/** A workform assigned to a client, its sections summed up. */
export const AssignedWorkform = z.object({
  workform_id: Id,
  workform_name: z.string(),
  assigned_at: Instant,
  due_date: Day.nullable(),
  status: z.enum(ASSIGNMENT_STATUSES),
  sections: z.array(z.object({ name: z.string(), status: z.enum(SECTION_STATUSES) })),
})
export const ClientDetail = Client.extend({ workforms: z.array(AssignedWorkform) })
export type ClientDetail = z.infer<typeof ClientDetail>

/** A dashboard figure; `previous` is last month's, null where nothing compares. */
const Figure = z.object({ value: z.number().int(), previous: z.number().int().nullable() })
export const Dashboard = z.object({
  total_clients: Figure,
  in_onboarding: Figure,
  completed_forms: Figure,
  pending_tasks: Figure,
})
export type Dashboard = z.infer<typeof Dashboard>
