import * as z from 'zod'
import { ENTRY_ACTORS } from './audit-kinds.ts'
import { Day, Id, Instant } from './common.ts'

/** Schemas of the dashboard. */

/** A figure with last month's value; null when there is nothing to compare with. */
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

/** An assigned workform whose due date has passed. */
export const OverdueWorkform = z.object({ ...Pair, due_date: Day, open_sections: z.number().int() })
export type OverdueWorkform = z.infer<typeof OverdueWorkform>

/** Audit log entries that count as recent activity. */
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

/** An entry of the recent activity. An action on many clients at once is one entry. */
export const Activity = z.object({
  id: Id,
  at: Instant,
  action: z.enum(ACTIVITY_ACTIONS),
  /** Who did it: the signed-in bookkeeper, the client, a colleague or the agent. */
  by: z.enum(ENTRY_ACTORS),
  /** Number of subjects; the other properties describe the last one. */
  count: z.number().int(),
  /** Ids are null when the subject no longer exists. */
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  workform_id: Id.nullable(),
  workform_name: z.string().nullable(),
  section_name: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>

/** Audit log entries about returning a submission to the client. */
export const RECALL_ACTIONS = ['section.recalled', 'section.recall_requested', 'section.recall_declined'] as const
export type RecallAction = (typeof RECALL_ACTIONS)[number]

/** A recall in the recent activity. */
export const RecallActivity = Activity.extend({ action: z.enum(RECALL_ACTIONS) })
export type RecallActivity = z.infer<typeof RecallActivity>

export const Dashboard = z.object({
  total_clients: Figure,
  in_onboarding: Figure,
  completed_forms: Figure,
  pending_tasks: Figure,
  /** The first of the pending tasks, oldest first. */
  reviews: z.array(WaitingSection),
  /** The most overdue workforms. */
  overdue: z.array(OverdueWorkform),
  /** Whether there are more overdue workforms than `overdue` lists. */
  more_overdue: z.boolean(),
  /** The latest activity except recalls, newest first. */
  activity: z.array(Activity),
  /** The recalls among the latest activity, newest first. */
  recalls: z.array(RecallActivity),
  /** Whether the bookkeeper has created a workform. */
  has_workforms: z.boolean(),
})
export type Dashboard = z.infer<typeof Dashboard>
