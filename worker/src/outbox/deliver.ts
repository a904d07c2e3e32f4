import { type Env, settings } from '../env.ts'
import { giveUpParts } from '../storage/parts.ts'
import { patiently } from '../storage/patience.ts'
import { transportFor } from '../mail/transport.ts'
import { deliverWebhook } from '../webhooks/deliver-webhook.ts'
import type { OutboxPayloads } from './enqueue.ts'
import type { OutboxRow } from './lane.ts'

/**
 * Carries out one outbox row other than an event. May be called again for a row that was already carried out: the id lets the receiver drop it.
 * @throws Error when it should be tried again
 */
export async function deliver(env: Env, row: OutboxRow): Promise<void> {
  const payload: unknown = JSON.parse(row.payload)
  switch (row.kind) {
    case 'mail':
      await transportFor(env, settings(env)).send(row.id, payload as OutboxPayloads['mail'])
      return
    case 'purge': {
      const { paths, uploads = [] } = payload as OutboxPayloads['purge']
      // Parts first: an upload that is put together meanwhile would leave its object.
      for (const upload of uploads) await patiently(giveUpParts(env.UPLOADS, upload))
      await patiently(env.UPLOADS.delete(paths))
      return
    }
    case 'document': {
      const { path, text } = payload as OutboxPayloads['document']
      if (text === null) await patiently(env.DOCUMENTS.delete(path))
      else
        await patiently(env.DOCUMENTS.put(path, text, { httpMetadata: { contentType: 'text/plain; charset=utf-8' } }))
      return
    }
    case 'webhook':
      await deliverWebhook(env, row)
      return
    case 'event':
      // Events go in sets: see lane.ts.
      throw new Error('an event is delivered with its lane')
    default:
      row.kind satisfies never
  }
}
