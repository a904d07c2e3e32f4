import * as z from 'zod'
import { Day, Id, Instant } from './common.ts'
import { FullReauthentication } from './factors.ts'

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
  /** Sections that wait for the client there. */
  open: z.number().int(),
})
export type OwnRecord = z.infer<typeof OwnRecord>

/** A bookkeeper who asks the owner of an address to become their client (ruling 34). */
export const Offer = z.object({
  client_id: Id,
  firm: z.string(),
  bookkeeper: z.string(),
  bookkeeper_email: z.string(),
  asked_at: Instant,
  /** What the bookkeeper wants to have filled in. */
  workforms: z.array(z.object({ name: z.string(), due_date: Day.nullable() })),
})
export type Offer = z.infer<typeof Offer>

/** Another address that a bookkeeper asks the client to sign in with (ruling 36). */
export const EmailChange = z.object({
  id: Id,
  firm: z.string(),
  bookkeeper: z.string(),
  bookkeeper_email: z.string(),
  from: z.string(),
  to: z.string(),
  asked_at: Instant,
})
export type EmailChange = z.infer<typeof EmailChange>
/** `token` is the one that was mailed to the new address. */
export const ConfirmEmailChange = FullReauthentication.extend({ token: z.string().max(2000) })

export const OwnRecords = z.object({
  items: z.array(OwnRecord),
  offers: z.array(Offer),
  email_changes: z.array(EmailChange),
})
export type OwnRecords = z.infer<typeof OwnRecords>
export const DeclineOffer = z.object({ report: z.boolean() })
export const SwitchRecord = z.object({ client_id: Id })
