import * as z from 'zod'
import { Day, Id, Instant } from './common.ts'
import { FullReauthentication } from './factors.ts'

/** Schemas of signed-in sessions, client records, offers and address changes. */

/** A signed-in browser. `browser` is a description such as 'Firefox on Windows'. */
export const OwnSession = z.object({
  id: Id,
  browser: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  /** True if a link in an email opened it. */
  by_link: z.boolean(),
  /** True for the session that sent the request. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>
export const OwnSessions = z.object({ items: z.array(OwnSession) })

/** A client record of the signed-in person. Each of their bookkeepers has a separate record. */
export const OwnRecord = z.object({
  client_id: Id,
  /** The bookkeeper's firm. */
  firm: z.string(),
  bookkeeper: z.string(),
  /** True for the record that the session uses. */
  current: z.boolean(),
  /** Sections that the client still has to submit. */
  open: z.number().int(),
})
export type OwnRecord = z.infer<typeof OwnRecord>

/** An offer: a bookkeeper asks the owner of an account to become their client. */
export const Offer = z.object({
  client_id: Id,
  firm: z.string(),
  bookkeeper: z.string(),
  bookkeeper_email: z.string(),
  asked_at: Instant,
  /** The first workforms that the bookkeeper has assigned, at most 20. */
  workforms: z.array(z.object({ name: z.string(), due_date: Day.nullable() })),
  /** The number of all workforms that the bookkeeper has assigned. */
  workform_count: z.number().int(),
})
export type Offer = z.infer<typeof Offer>

/** A bookkeeper's request that the client signs in with another address. */
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
/** `token` is from the mail to the new address. */
export const ConfirmEmailChange = FullReauthentication.extend({ token: z.string().max(2000) })

export const OwnRecords = z.object({
  items: z.array(OwnRecord),
  offers: z.array(Offer),
  email_changes: z.array(EmailChange),
})
export type OwnRecords = z.infer<typeof OwnRecords>
export const DeclineOffer = z.object({ report: z.boolean() })
export const SwitchRecord = z.object({ client_id: Id })
