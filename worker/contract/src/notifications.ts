import { z } from 'zod'
import { Id, Instant } from './common.ts'

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
})
export type Notification = z.infer<typeof Notification>
/** Newest first; `unread` counts all that are unread, shown here or not. */
export const Notifications = z.object({ items: z.array(Notification), unread: z.number().int() })
export type Notifications = z.infer<typeof Notifications>
export const MarkRead = z.object({ ids: z.array(z.string().max(100)).min(1).max(500) })
