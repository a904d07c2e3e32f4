import * as z from 'zod'
import { Email, Id, Instant, PageQuery, page } from './common.ts'
import { hasWebAddress } from './web-address.ts'

/** Requests and answers about the mail that a firm sends. */

/** How a firm's mails name their sender, and where answers go. Blank: the firm's own name, and nowhere. */
export const SaveMailSender = z.object({
  sender_name: z
    .string()
    .trim()
    .max(60, 'At most 60 characters, please.')
    .refine(
      (name) => !/[<>@\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name),
      'Please enter a name without @, < and >.',
    )
    .refine((name) => !hasWebAddress(name), 'The sender name cannot contain a web address.')
    .transform((name) => name || null),
  reply_to: z.union([z.literal('').transform(() => null), Email], 'Please enter a valid email address.'),
})
export type SaveMailSender = z.input<typeof SaveMailSender>

export const ConfirmReplyTo = z.object({ token: z.string().max(2000) })

export const MailSender = z.object({
  sender_name: z.string().nullable(),
  reply_to: z.string().nullable(),
  /** An address that becomes `reply_to` once its owner has confirmed it by the mailed link. */
  reply_to_pending: z.string().nullable(),
  /** The sender where none is given. */
  firm_name: z.string(),
  /** The portal's own address, which all mail comes from. */
  address: z.string(),
})
export type MailSender = z.infer<typeof MailSender>

/** A mail that waits, or was set aside. `kind`: about an account, or from the firm. */
export const MailDelivery = z.object({
  id: Id,
  to: z.string(),
  kind: z.enum(['account', 'firm']),
  subject: z.string(),
  created_at: Instant,
  tries: z.number().int(),
  /** When it is tried next; null for what was set aside. */
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
  /** Since when the oldest waits. */
  oldest: Instant.nullable(),
  failed: z.number().int(),
})
export type MailDeliveryCounts = z.infer<typeof MailDeliveryCounts>
/** How many are tried again. */
export const ResendResult = z.object({ count: z.number().int() })

/** What keeps mail from a client, as the mail provider told; null where nothing does. */
export const ClientMail = z.object({
  problem: z
    .object({
      kind: z.enum(['bounced', 'complained']),
      reason: z.string(),
      at: Instant,
      /** Mails that were not sent because of it, or failed otherwise. */
      held: z.number().int(),
    })
    .nullable(),
})
export type ClientMail = z.infer<typeof ClientMail>
