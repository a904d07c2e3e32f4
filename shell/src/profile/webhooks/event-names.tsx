import { knownText } from '@portal/contract/known'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@portal/contract/webhook-events'
import type { WebhookDelivery } from '@portal/contract/webhooks'
import { Badge, type Tone } from '@portal/kit/ui/badge'

export const EVENT_NAMES: Record<WebhookEvent, string> = {
  client_onboarding: 'Client created',
  created: 'Workform assigned',
  doc_required: 'Section to fill in',
  deadline_set: 'Due date set',
  submit: 'Section submitted',
  approved: 'Section approved',
  reject: 'Section rejected',
  doc_approved: 'Document approved',
  doc_rejected: 'Document rejected',
}

/** Returns a short text for the selected events. */
export function eventsText(events: readonly WebhookEvent[]): string {
  if (events.length === WEBHOOK_EVENTS.length) return 'All events'
  const names = events.map((e) => knownText(EVENT_NAMES, e))
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

/** Returns the name of an event in the log. */
export const eventName = (event: string): string => knownText({ ...EVENT_NAMES, test: 'Test event' }, event)

function badgeOf({ state, tries }: Pick<WebhookDelivery, 'state' | 'tries'>): [Tone, string] {
  if (state === 'delivered') return ['green', 'Delivered']
  if (state === 'failed') return ['red', 'Failed']
  if (state === 'stopped') return ['gray', 'Stopped']
  return tries > 0 ? ['yellow', 'Retrying'] : ['blue', 'Waiting']
}

/** Shows the state of a delivery. */
export function DeliveryBadge({ delivery }: { delivery: Pick<WebhookDelivery, 'state' | 'tries'> }) {
  const [tone, text] = badgeOf(delivery)
  return <Badge tone={tone}>{text}</Badge>
}
