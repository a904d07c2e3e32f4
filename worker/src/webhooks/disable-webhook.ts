import { audit } from '../audit/append.ts'
import { runBatch } from '../db/run-batch.ts'
import type { WriteStatement } from '../db/statement.ts'
import { type Env, ownOrigin, type Settings } from '../env.ts'
import { composeMail } from '../mail/layout.ts'
import { sendMail } from '../outbox/enqueue.ts'
import type { OutboxRow } from '../outbox/row.ts'
import type { PendingDelivery } from './deliver-webhook.ts'
import { hostOf } from './own-endpoint.ts'
import { stopWaiting } from './update-webhook.ts'

/** Returns whether no delivery to an address has succeeded since one was queued. */
export async function isDead(env: Env, endpointId: string, queuedAt: string): Promise<boolean> {
  const statement = {
    sql: `SELECT EXISTS (SELECT 1 FROM webhook_deliveries d
            WHERE d.endpoint_id = ? AND d.state = 'delivered' AND d.done_at > ?) AS taken`,
    args: [endpointId, queuedAt],
  }
  const [rows] = await runBatch(env, [statement])
  return rows?.[0]?.['taken'] === 0
}

/** Returns statements that switch a failing webhook off, stop its waiting deliveries and mail the bookkeeper. */
export function disableSteps(
  config: Settings,
  webhook: PendingDelivery,
  row: OutboxRow,
  error: string,
  now: Date,
): WriteStatement[] {
  const { endpoint_id, firm_id, bookkeeper_email, url } = webhook
  const host = hostOf(url)
  const mail = composeMail({
    to: bookkeeper_email,
    subject: `Webhook switched off: ${host}`,
    heading: 'Webhook switched off',
    lines: [
      `Your webhook at ${host} has not accepted any event for a day, so we have switched it off.`,
      `The last error: ${error}`,
      'Once the address works again, switch the webhook on in your profile. There you can also resend missed events.',
    ],
    action: { label: 'Open webhooks', url: `${ownOrigin(config)}/profile/webhooks` },
  })
  return [
    {
      sql: 'UPDATE webhook_endpoints SET is_on = 0, updated_at = ? WHERE id = ?',
      args: [now.toISOString(), endpoint_id],
    },
    ...stopWaiting({ now }, endpoint_id, row.id).map((s) => s.statement),
    sendMail({ now }, mail).statement,
    audit(
      { actor: { firmId: firm_id, userId: null, role: 'system' } },
      { action: 'webhook.disabled', subjectType: 'webhook', subjectId: endpoint_id, detail: { host } },
    ).statement,
  ]
}
