import { cleanLine } from './text.ts'
import * as z from 'zod'
import { Id, Instant, PageQuery, page } from './common.ts'
import { tooManyCharacters } from './limit-messages.ts'
import { WEBHOOK_URL_MAX } from './limits.ts'
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from './webhook-events.ts'

/** Schemas of webhooks and their deliveries. */

const url = z
  .string()
  .overwrite(cleanLine)
  .min(1, 'Please enter an address.')
  .max(WEBHOOK_URL_MAX, tooManyCharacters(WEBHOOK_URL_MAX))
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'Please choose at least one event.')
  .transform((chosen) => WEBHOOK_EVENTS.filter((e) => chosen.includes(e)))

export const NewWebhook = z.object({ url, events })
export type NewWebhook = z.input<typeof NewWebhook>
/** Missing properties stay unchanged. */
export const UpdateWebhook = z.object({ url: url.optional(), events: events.optional(), is_on: z.boolean().optional() })

/** A webhook with its last delivery. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_on: z.boolean(),
  created_at: Instant,
  /** Number of waiting deliveries. */
  waiting: z.number().int(),
  /** The latest attempt. */
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

/** A signing secret (`whsec_…`). Returned only once, when it is created. */
export const WebhookSecret = z.object({ id: Id, secret: z.string() })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookDeliveriesQuery = PageQuery.extend({
  endpoint: Id.optional(),
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
})

/** A delivery in the log. */
export const WebhookDelivery = z.object({
  /** The `webhook-id` header, the same in every attempt. */
  id: Id,
  endpoint_id: Id,
  url: z.string(),
  event: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  tries: z.number().int(),
  /** HTTP status of the last response. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  created_at: Instant,
  tried_at: Instant.nullable(),
  /** Time of the next attempt. */
  next_at: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export const WebhookDeliveriesPage = page(WebhookDelivery)
export type WebhookDeliveriesPage = z.infer<typeof WebhookDeliveriesPage>
/** A delivery with the request body and the beginning of the response. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({ body: z.string(), answer: z.string().nullable() })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

/** The result of `client_onboarding`. `none`: no webhook subscribes to it. `retried`: another attempt follows. */
export const OnboardingOutcome = z.object({
  state: z.enum(['none', 'pending', 'delivered', 'failed']),
  reason: z.string().nullable(),
  retried: z.boolean(),
})
export type OnboardingOutcome = z.infer<typeof OnboardingOutcome>
