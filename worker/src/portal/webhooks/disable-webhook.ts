import { and, eq, gt } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { build, type Query } from '../../platform/db/statement.ts'
import { step } from '../../platform/db/write.ts'
import { ownOrigin, type Settings } from '../../env.ts'
import { composeMail } from '../../platform/mail/layout.ts'
import { sendMail } from '../../platform/outbox/enqueue.ts'
import type { OutboxRow } from '../../platform/outbox/row.ts'
import type { PendingDelivery } from './deliver-webhook.ts'
import { hostOf, stopWaiting } from './own-endpoint.ts'

/** Returns whether no delivery to an address has succeeded since one was queued. */
export async function isDead(db: Database, endpointId: string, queuedAt: string): Promise<boolean> {
  const { id, endpoint_id, state, done_at } = webhookDeliveries
  const delivered = await db
    .select({ id })
    .from(webhookDeliveries)
    .where(and(eq(endpoint_id, endpointId), eq(state, 'delivered'), gt(done_at, queuedAt)))
    .limit(1)
  return delivered.length === 0
}

/** Returns statements that switch a failing webhook off, stop its waiting deliveries and mail the bookkeeper. */
export function disableSteps(
  { now }: Pick<Context, 'now'>,
  config: Settings,
  webhook: PendingDelivery,
  row: OutboxRow,
  error: string,
): Query[] {
  const { endpoint_id, firm_id, bookkeeper_email, url } = webhook
  const host = hostOf(url)
  const mail = composeMail({
    to: bookkeeper_email,
    allowLinks: true,
    subject: `Webhook switched off: ${host}`,
    heading: 'Webhook switched off',
    lines: [
      `Your webhook at ${host} has not accepted any event for a day, so we have switched it off.`,
      `The last error: ${error}`,
      'Once the address works again, switch the webhook on in your profile. There you can also resend missed events.',
    ],
    action: { label: 'Open webhooks', url: `${ownOrigin(config)}/profile/webhooks` },
  })
  const steps = [
    step(
      build
        .update(webhookEndpoints)
        .set({ is_on: false, updated_at: now.toISOString() })
        .where(eq(webhookEndpoints.id, endpoint_id)),
    ),
    ...stopWaiting({ now }, endpoint_id, row.id),
    sendMail({ now }, mail),
    audit(
      { actor: { firmId: firm_id ?? '', userId: null, role: 'system' } },
      { action: 'webhook.disabled', subjectType: 'webhook', subjectId: endpoint_id, detail: { host } },
    ),
  ]
  return steps.map(({ query }) => query)
}
