import * as z from 'zod'
import { Id, Instant, PageQuery, page } from './common.ts'
import { WEBHOOK_URL_MAX } from './limits.ts'
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from './webhook-events.ts'

/** Requests and answers about a bookkeeper's webhooks: addresses, and the log of deliveries (rulings 22 and 27). */

const url = z
  .string()
  .trim()
  .min(1, 'Please enter an address.')
  .max(WEBHOOK_URL_MAX, `At most ${WEBHOOK_URL_MAX} characters, please.`)
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'Please choose at least one event.')
  .transform((chosen) => WEBHOOK_EVENTS.filter((e) => chosen.includes(e)))

export const NewWebhook = z.object({ url, events })
export type NewWebhook = z.input<typeof NewWebhook>
/** What is left out stays as it is. */
export const UpdateWebhook = z.object({ url: url.optional(), events: events.optional(), is_on: z.boolean().optional() })

/** An address with what became of its last delivery. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_on: z.boolean(),
  created_at: Instant,
  /** Deliveries that wait. */
  waiting: z.number().int(),
  /** The delivery that was tried last. */
  last: z
    .object({
      state: z.enum(WEBHOOK_DELIVERY_STATES),
      status: z.number().int().nullable(),
      error: z.string().nullable(),
      tried_at: Instant,
    })
    .nullable(),
})
export type Webhook = z.infer<typeof Webhook>
export const Webhooks = z.object({ items: z.array(Webhook) })
export type Webhooks = z.infer<typeof Webhooks>

/** A signing secret, `whsec_…`: answered when it is made, and never again. */
export const WebhookSecret = z.object({ id: Id, secret: z.string() })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookDeliveriesQuery = PageQuery.extend({
  endpoint: Id.optional(),
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
})

/** A line of the log. */
export const WebhookDelivery = z.object({
  /** What the receiver gets as webhook-id: the same at every try. */
  id: Id,
  endpoint_id: Id,
  url: z.string(),
  event: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  tries: z.number().int(),
  /** What the address answered last. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  created_at: Instant,
  tried_at: Instant.nullable(),
  /** When it is tried again. */
  next_at: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export const WebhookDeliveriesPage = page(WebhookDelivery)
export type WebhookDeliveriesPage = z.infer<typeof WebhookDeliveriesPage>
/** With what was sent, and the beginning of what was answered. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({ body: z.string(), answer: z.string().nullable() })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

/** What became of a new client's client_onboarding. `none`: no address takes it. `failed`: the last try did; `retried` says whether another follows. */
export const OnboardingOutcome = z.object({
  state: z.enum(['none', 'pending', 'delivered', 'failed']),
  reason: z.string().nullable(),
  retried: z.boolean(),
})
export type OnboardingOutcome = z.infer<typeof OnboardingOutcome>
