import * as z from 'zod'
import { Id, Instant, PageQuery, page } from './common.ts'

/** Schemas of notifications. */

/**
 * A bookkeeper's notification is derived from a submission, a promise to submit, a message or an escalated follow-up; a
 * client's is a row in the database.
 */
export const Notification = z.object({
  id: z.string(),
  type: z.enum(['submission', 'message', 'workform', 'section']),
  title: z.string(),
  message: z.string(),
  is_read: z.boolean(),
  created_at: Instant,
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  workform_id: Id.nullable(),
  section_name: z.string().nullable(),
  /** The section to open; null when there is none or it was withdrawn. */
  assignment_id: Id.nullable(),
  /** Whether this message is from the agent, about a client whom reminders have not helped. */
  is_escalation: z.boolean().optional(),
  /** Whether reminders to the client are on hold until the bookkeeper has read this message. */
  holds_reminders: z.boolean().optional(),
})
export type Notification = z.infer<typeof Notification>
/**
 * The latest notifications and the latest unread ones, newest first. `unread` and `total` count among the latest 500
 * of each kind.
 */
export const Notifications = z.object({
  items: z.array(Notification),
  unread: z.number().int(),
  /** The ids of all unread ones, listed or not. Missing in responses of earlier versions. */
  unread_ids: z.array(z.string()).optional(),
  total: z.number().int(),
})
export type Notifications = z.infer<typeof Notifications>
export const MarkRead = z.object({ ids: z.array(z.string().max(100)).min(1).max(500) })

/** Newest first. Unread ones of a bookkeeper are among the latest 500 of each kind. */
export const NotificationsPage = page(Notification)
export type NotificationsPage = z.infer<typeof NotificationsPage>
export const NotificationsQuery = PageQuery.extend({ tab: z.enum(['unread', 'all']).default('all') })
