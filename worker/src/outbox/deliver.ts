import { type Env, settings } from '../env.ts'
import { transportFor } from '../mail/transport.ts'
import type { OutboxKind, OutboxPayloads } from './enqueue.ts'

/** An outbox row as it is delivered. */
export interface Delivery {
  id: string
  recipient: string
  kind: OutboxKind
  payload: string
  created_at: string
}

/**
 * Carries out one outbox row. May be called again for a row that was already carried out: the id lets the receiver drop it.
 * @throws Error when it should be tried again
 */
export async function deliver(env: Env, row: Delivery): Promise<void> {
  const payload: unknown = JSON.parse(row.payload)
  switch (row.kind) {
    case 'event': {
      const userId = row.recipient.slice('user:'.length)
      const { type, ids } = payload as OutboxPayloads['event']
      await env.USER_INBOX.getByName(userId).publish({ id: row.id, type, ids, at: row.created_at })
      return
    }
    case 'mail':
      await transportFor(env, settings(env)).send(row.id, payload as OutboxPayloads['mail'])
      return
    case 'purge':
      await env.UPLOADS.delete((payload as OutboxPayloads['purge']).paths)
      return
    case 'document': {
      const { path, text } = payload as OutboxPayloads['document']
      if (text === null) await env.DOCUMENTS.delete(path)
      else await env.DOCUMENTS.put(path, text, { httpMetadata: { contentType: 'text/plain; charset=utf-8' } })
      return
    }
    default:
      row.kind satisfies never
      throw new Error(`unknown outbox kind ${String(row.kind)}`)
  }
}
