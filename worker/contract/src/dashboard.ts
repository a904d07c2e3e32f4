import * as z from 'zod'
import { Day, Id, Instant } from './common.ts'

/** The answer of the dashboard (specification, section 2; rulings 10 and 14). */

/** A figure; `previous` is last month's, null where nothing compares. */
const Figure = z.object({ value: z.number().int(), previous: z.number().int().nullable() })
export type Figure = z.infer<typeof Figure>

const Pair = { client_id: Id, client_name: z.string(), workform_id: Id, workform_name: z.string() }

/** A section that waits for the bookkeeper's review. */
export const WaitingSection = z.object({
  ...Pair,
  assignment_id: Id,
  section_name: z.string(),
  submitted_at: Instant.nullable(),
})
export type WaitingSection = z.infer<typeof WaitingSection>

/** A workform that a client should have handed in by now. */
export const OverdueWorkform = z.object({ ...Pair, due_date: Day, open_sections: z.number().int() })
export type OverdueWorkform = z.infer<typeof OverdueWorkform>

/** Entries of the audit trail that count as recent activity. */
export const ACTIVITY_ACTIONS = [
  'client.created',
  'client.invited',
  'client.updated',
  'client.deleted',
  'account.password_set',
  'account.linked',
  'account.offer_declined',
  'account.offer_reported',
  'account.email_changed',
  'account.email_change_refused',
  'assignment.created',
  'assignment.removed',
  'section.submitted',
  'doc_approved',
  'doc_rejected',
  'section.approval_undone',
  'workform.created',
  'workform.updated',
  'workform.deleted',
  'follow_up.escalated',
] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

/** Something that was done. What was done to many at once is one entry. */
export const Activity = z.object({
  id: Id,
  at: Instant,
  action: z.enum(ACTIVITY_ACTIONS),
  /** Whether the bookkeeper did it, the client, a colleague, or the agent that follows up. */
  by: z.enum(['you', 'client', 'colleague', 'agent']),
  /** How many it was done to at once; the rest of the entry is about the last of them. */
  count: z.number().int(),
  /** The ids are null where there is nothing to look at any more. */
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  workform_id: Id.nullable(),
  workform_name: z.string().nullable(),
  section_name: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>

export const Dashboard = z.object({
  total_clients: Figure,
  in_onboarding: Figure,
  completed_forms: Figure,
  pending_tasks: Figure,
  /** Oldest first; the first few of `pending_tasks`. */
  reviews: z.array(WaitingSection),
  /** Most overdue first; the first few. */
  overdue: z.array(OverdueWorkform),
  /** Whether more is overdue than `overdue` holds. */
  more_overdue: z.boolean(),
  /** Newest first. */
  activity: z.array(Activity),
  /** Whether the bookkeeper has a workform of their own. */
  has_workforms: z.boolean(),
})
export type Dashboard = z.infer<typeof Dashboard>
