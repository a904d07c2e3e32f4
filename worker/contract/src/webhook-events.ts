/** The events that a bookkeeper's webhooks tell (specification, section 7), in the order in which they come about. docs/webhooks.md describes them. */
export const WEBHOOK_EVENTS = [
  'client_onboarding',
  'created',
  'doc_required',
  'deadline_set',
  'submit',
  'approved',
  'reject',
  'doc_approved',
  'doc_rejected',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What 'Send a test event' sends: no address chooses it, every address gets it. */
export const WEBHOOK_TEST = 'test'

/** `waiting`: not delivered yet, tried or not. `failed`: given up. `stopped`: the address was switched off meanwhile. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'stopped'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]
