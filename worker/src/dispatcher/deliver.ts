import { completeLinks } from '../auth/one-tap/link-mail.ts'
import { type Env, settings } from '../env.ts'
import { abortParts } from '../storage/parts.ts'
import { withTimeout } from '../storage/with-timeout.ts'
import { transportFor } from '../mail/transport.ts'
import { deliverPush } from '../notifications/push/deliver-push.ts'
import { deliverWebhook } from '../webhooks/deliver-webhook.ts'
import type { OutboxPayloads } from '../outbox/enqueue.ts'
import type { OutboxRow } from '../outbox/row.ts'

/**
 * Carries out an outbox row other than an event. May be called again for the same row; the id lets the receiver drop
 * the repeat.
 * @throws Error when the row should be retried
 */
export async function deliver(env: Env, row: OutboxRow): Promise<void> {
  const payload: unknown = JSON.parse(row.payload)
  switch (row.kind) {
    case 'mail':
      await transportFor(env, settings(env)).send(
        row.id,
        await completeLinks(env, row.id, payload as OutboxPayloads['mail']),
      )
      return
    case 'purge': {
      const { paths, uploads = [] } = payload as OutboxPayloads['purge']
      // Abort uploads first: one that is completed in between would leave its object behind.
      for (const upload of uploads) await withTimeout(abortParts(env.UPLOADS, upload))
      await withTimeout(env.UPLOADS.delete(paths))
      return
    }
    case 'document': {
      const { path, text } = payload as OutboxPayloads['document']
      if (text === null) await withTimeout(env.DOCUMENTS.delete(path))
      else
        await withTimeout(env.DOCUMENTS.put(path, text, { httpMetadata: { contentType: 'text/plain; charset=utf-8' } }))
      return
    }
    case 'push':
      await deliverPush(env, row)
      return
    case 'webhook':
      await deliverWebhook(env, row)
      return
    case 'registry':
      await env.TAB_HUB.getByName('main').announce()
      return
    case 'event':
      // See deliver-rows.ts.
      throw new Error('events are published in batches, not one by one')
    default:
      row.kind satisfies never
  }
}
