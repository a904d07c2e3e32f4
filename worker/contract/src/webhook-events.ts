/** Events that webhooks can subscribe to, see docs/webhooks.md. */
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

/** The event of 'Send a test event'. It needs no subscription. */
export const WEBHOOK_TEST = 'test'

/** `waiting`: not delivered yet. `failed`: no more attempts. `stopped`: the webhook was switched off. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'stopped'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]
