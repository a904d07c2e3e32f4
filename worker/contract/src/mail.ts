import * as z from 'zod'
import { anyText, Email, Id, Instant, PageQuery, page } from './common.ts'
import { EMAIL_INVALID } from './emails.ts'

/** Schemas for the mail that a firm sends. */

/** Sender name and reply address of a firm's mail. Blank: the name of the firm, and no reply address. */
export const SaveMailSender = z.object({
  sender_name: anyText(60, 'line')
    .refine((name) => !/[<>@]/.test(name), 'Please enter a name without @, < or >.')
    .transform((name) => name || null),
  reply_to: z.union([z.literal('').transform(() => null), Email], EMAIL_INVALID),
})
export type SaveMailSender = z.input<typeof SaveMailSender>

export const ConfirmReplyTo = z.object({ token: z.string().max(2000) })

export const MailSender = z.object({
  sender_name: z.string().nullable(),
  reply_to: z.string().nullable(),
  /** A new reply address whose owner has not confirmed it yet. */
  reply_to_pending: z.string().nullable(),
  /** The default sender name. */
  firm_name: z.string(),
  /** The portal's address, from which all mail is sent. */
  address: z.string(),
  /** Whether mails to the firm's clients contain one-tap links. */
  one_tap_links: z.boolean(),
})
export type MailSender = z.infer<typeof MailSender>

/** A mail that is waiting or has failed. `kind`: about an account, or from the firm. */
export const MailDelivery = z.object({
  id: Id,
  to: z.string(),
  kind: z.enum(['account', 'firm']),
  subject: z.string(),
  created_at: Instant,
  tries: z.number().int(),
  /** Time of the next attempt; null when it has failed permanently. */
  next_at: Instant.nullable(),
  error: z.string().nullable(),
})
export type MailDelivery = z.infer<typeof MailDelivery>

export const MAIL_DELIVERY_STATES = ['failed', 'waiting'] as const
export const MailDeliveriesQuery = PageQuery.extend({ state: z.enum(MAIL_DELIVERY_STATES).default('failed') })
export const MailDeliveriesPage = page(MailDelivery)
export type MailDeliveriesPage = z.infer<typeof MailDeliveriesPage>
export const MailDeliveryCounts = z.object({
  waiting: z.number().int(),
  /** When the oldest waiting mail was queued. */
  oldest: Instant.nullable(),
  failed: z.number().int(),
})
export type MailDeliveryCounts = z.infer<typeof MailDeliveryCounts>
/** Number of mails queued again. */
export const ResendResult = z.object({ count: z.number().int() })

/** Why mail cannot reach a client, as reported by the mail provider; null when it can. */
export const ClientMail = z.object({
  problem: z
    .object({
      kind: z.enum(['bounced', 'complained']),
      reason: z.string(),
      at: Instant,
      /** Number of mails that were held back or failed. */
      held: z.number().int(),
    })
    .nullable(),
})
export type ClientMail = z.infer<typeof ClientMail>
