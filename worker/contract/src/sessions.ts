import * as z from 'zod'
import { Id, Instant } from './common.ts'

/** Where somebody is signed in, and as which of their client records (rulings 2 and 4). */

/** A browser that is signed in. `browser` says which in words, such as 'Firefox on Windows'. */
export const OwnSession = z.object({
  id: Id,
  browser: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  /** The session that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>
export const OwnSessions = z.object({ items: z.array(OwnSession) })

/** A client record of the person who is signed in: each bookkeeper who works for them has their own. */
export const OwnRecord = z.object({
  client_id: Id,
  /** The bookkeeper's firm. */
  firm: z.string(),
  bookkeeper: z.string(),
  /** Whether the session acts as this one. */
  current: z.boolean(),
})
export type OwnRecord = z.infer<typeof OwnRecord>
export const OwnRecords = z.object({ items: z.array(OwnRecord) })
export const SwitchRecord = z.object({ client_id: Id })
