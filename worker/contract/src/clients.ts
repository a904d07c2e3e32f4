import { NOTES_MAX } from './limits.ts'
import { Preferences } from './preferences.ts'
import * as z from 'zod'
import { CLIENT_SORTS, CLIENT_VIEWS } from './client-filters.ts'
import { Commitment } from './commitments.ts'
import { changedText, Day, Email, Id, Instant, optionalText, PageQuery, page, requiredText, Search } from './common.ts'
import {
  CLIENT_PHONE_MAX,
  CLIENT_TEXT_MAX,
  IMPORT_CHECK_MAX,
  IMPORT_CHUNK,
  MAX_FIRST_WORKFORMS,
  MAX_SELECTED_CLIENTS,
  PERSONAL_LINE_MAX,
  TAG_MAX,
} from './limits.ts'
import { tooManyCharacters, tooManyToChoose } from './limit-messages.ts'
import { personalLineProblem, toOneLine } from './personal-line.ts'
import { TimePerSide } from './review.ts'
import { ASSIGNMENT_STATUSES, CLIENT_STATUSES, SECTION_STATUSES } from './statuses.ts'

/** Schemas for clients. */

export { CLIENT_SORTS }

/** A workform to assign to a new client. */
const NewAssignment = z.object({
  workform_id: Id,
  due_date: Day,
  notes: optionalText(NOTES_MAX),
  /** The preferences for reminders that the bookkeeper has confirmed. Without them, the agent asks about the notes. */
  preferences: Preferences.optional(),
})

/** The personal line of an invitation; blank becomes null. */
export const PersonalLine = z
  .string()
  .max(PERSONAL_LINE_MAX * 2, tooManyCharacters(PERSONAL_LINE_MAX))
  .superRefine((text, check) => {
    const message = personalLineProblem(text)
    if (message) check.addIssue({ code: 'custom', message })
  })
  .nullish()
  .transform((text) => toOneLine(text ?? '') || null)

/** Workforms to assign to a new client, each once. */
const NewAssignments = z
  .array(NewAssignment)
  .max(MAX_FIRST_WORKFORMS, tooManyToChoose(MAX_FIRST_WORKFORMS, 'workforms'))
  .superRefine((list, check) => {
    const ids = list.map((a) => a.workform_id)
    for (const [i, id] of ids.entries())
      if (ids.indexOf(id) < i)
        check.addIssue({ code: 'custom', path: [i, 'workform_id'], message: 'This workform is listed twice.' })
  })

/**
 * `assignments` are assigned in the same change, or `assignment` if there is only one. If that fails, the client is
 * created anyway. `personal_line` is quoted in the invitation.
 */
export const CreateClient = z.object({
  name: requiredText(CLIENT_TEXT_MAX, 'line'),
  email: Email,
  phone: requiredText(CLIENT_PHONE_MAX, 'phone'),
  company: optionalText(CLIENT_TEXT_MAX, 'line'),
  assignment: NewAssignment.optional(),
  assignments: NewAssignments.optional(),
  personal_line: PersonalLine,
})
export type CreateClient = z.input<typeof CreateClient>

/** `updated_at` is the version that was edited. The edit is refused with `stale` when the client has changed since. */
export const UpdateClient = z.object({
  name: requiredText(CLIENT_TEXT_MAX, 'line'),
  email: Email,
  phone: changedText(CLIENT_PHONE_MAX, 'phone'),
  company: changedText(CLIENT_TEXT_MAX, 'line'),
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
  /** Whether the client has signed up, with or without a password. */
  password_set: z.boolean(),
})
export type Client = z.infer<typeof Client>

const AssignmentOutcome = z.object({ ok: z.boolean(), reason: z.string().nullable() })
/** A new client with the results of the assignments. */
export const CreatedClient = Client.extend({
  /** The first failure, or else success; null when no assignment was requested. */
  assignment: AssignmentOutcome.nullable(),
  /** One result per requested assignment, in their order. */
  assignments: z.array(AssignmentOutcome.extend({ workform_id: Id })),
})
export type CreatedClient = z.infer<typeof CreatedClient>

/** What an invitation will say. */
export const PreviewInvitation = z.object({
  name: CreateClient.shape.name,
  assignments: NewAssignments,
  personal_line: PersonalLine,
})
export type PreviewInvitation = z.input<typeof PreviewInvitation>
/** An invitation as it would be sent, except for the token of its link. */
export const InvitationPreview = z.object({
  /** Display name and address of the sender. */
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type InvitationPreview = z.infer<typeof InvitationPreview>

/** State of the client's folder of text files. A failed write is retried until it succeeds. */
export const ClientFolder = z.object({ state: z.enum(['ready', 'pending', 'failed']) })
export type ClientFolder = z.infer<typeof ClientFolder>

/** A tag: a label that the firm gives to clients. Tags that differ only in case are the same. */
export const Tag = requiredText(TAG_MAX, 'line')

/** A client with an overview of the assigned sections. */
export const ListedClient = Client.extend({
  /** Number of assigned sections: all, approved, and waiting for a review. The client can fill in the others. */
  sections: z.number().int(),
  sections_done: z.number().int(),
  sections_waiting: z.number().int(),
  /** The earliest due date of the sections that the client can fill in. */
  next_due: Day.nullable(),
  /** When the client last signed up, saved or submitted answers, or sent a message, to the minute. */
  last_activity_at: Instant.nullable(),
  tags: z.array(z.string()),
  /** When the client was archived; null if it is not. */
  archived_at: Instant.nullable(),
})
export type ListedClient = z.infer<typeof ListedClient>

export const ClientsQuery = PageQuery.extend({
  q: Search,
  status: z.enum(CLIENT_STATUSES).optional(),
  show: z.enum(CLIENT_VIEWS).optional(),
  tag: Tag.optional(),
  sort: z.enum(CLIENT_SORTS).default('-created'),
})
export const ClientsPage = page(ListedClient)
export type ClientsPage = z.infer<typeof ClientsPage>
/** A filter without a text, whose clients can be counted through an index. */
export const FoundQuery = ClientsQuery.pick({ status: true, show: true, tag: true })
export const FoundClients = z.object({ found: z.number().int() })
export type FoundClients = z.infer<typeof FoundClients>
export const ClientCounts = z.object({
  total: z.number().int(),
  new: z.number().int(),
  onboarding: z.number().int(),
  active: z.number().int(),
  inactive: z.number().int(),
  /** The firm's tags, by name. */
  tags: z.array(z.string()),
})
export type ClientCounts = z.infer<typeof ClientCounts>

/** All clients that match a search and filter, sorted by name. `more` is true when the limit was reached. */
export const SelectionQuery = ClientsQuery.pick({ q: true, status: true, show: true, tag: true })
export const ClientSelection = z.object({
  items: z.array(Client.pick({ id: true, name: true, email: true })),
  more: z.boolean(),
})
export type ClientSelection = z.infer<typeof ClientSelection>

/** Selects and sorts the clients to export. */
export const ExportQuery = ClientsQuery.pick({ q: true, status: true, show: true, tag: true, sort: true })

/** The clients to export, in this order. */
export const ExportClients = z.object({ ids: z.array(Id).min(1).max(MAX_SELECTED_CLIENTS) })

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
  /** Whether the assignment itself is archived. Those of an archived client are hidden in the same way. */
  is_archived: z.boolean(),
  /** What the client has promised about it, the latest first. */
  commitments: z.array(Commitment),
  sections: z.array(z.object({ name: z.string(), status: z.enum(SECTION_STATUSES), days: TimePerSide })),
})
export const ClientDetail = ListedClient.extend({
  /** True when the person has declined to become this bookkeeper's client, so no invitation is sent. */
  declined: z.boolean(),
  /** The latest request to change the address; null when there is none or it was confirmed. */
  email_change: z
    .object({ email: z.string(), asked_at: Instant, state: z.enum(['waiting', 'refused', 'expired']) })
    .nullable(),
  workforms: z.array(AssignedWorkform),
})
export type ClientDetail = z.infer<typeof ClientDetail>
