import * as z from 'zod'
import { Id, Instant, PageQuery, page } from './common.ts'

/** Notifications of both sides (specification, sections 2, 3 and 9). */

/** A bookkeeper's is derived from submissions and chat messages; a client's is a row of book_client_notifications. */
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
  /** The section it leads to; null where there is none, or it was withdrawn. */
  assignment_id: Id.nullable(),
})
export type Notification = z.infer<typeof Notification>
/**
 * Newest first: the latest, and the latest unread ones. `unread` and `total` count all there are, listed here or not; of a bookkeeper's
 * messages `total` counts no more than the bell shows, and one.
 */
export const Notifications = z.object({
  items: z.array(Notification),
  unread: z.number().int(),
  total: z.number().int(),
})
export type Notifications = z.infer<typeof Notifications>
export const MarkRead = z.object({ ids: z.array(z.string().max(100)).min(1).max(500) })

/** All of the signed-in user's, newest first. A page of unread ones may hold few, or none, though there are more: `next` tells. */
export const NotificationsPage = page(Notification)
export type NotificationsPage = z.infer<typeof NotificationsPage>
export const NotificationsQuery = PageQuery.extend({ tab: z.enum(['unread', 'all']).default('all') })
