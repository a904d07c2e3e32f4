import { OUTBOX_DEAD_DAYS } from '@portal/contract/limits'
import { lt } from 'drizzle-orm'
import { canaryReviews } from './delivery/remotes/canary/review-canaries.ts'
import { type Env, settings } from './env.ts'
import { idempotencyKeys, mailReports, outbox } from './platform/db/schema/index.ts'
import { build, type Query } from './platform/db/statement.ts'
import { type BackgroundWork, Dispatcher } from './platform/dispatcher/dispatcher.ts'
import { transportFor } from './platform/mail/transport.ts'
import { deleteOldFailures } from './platform/outbox/due-failures.ts'
import type { OutboxPayloads } from './platform/outbox/enqueue.ts'
import type { OutboxRow } from './platform/outbox/row.ts'
import { abortParts } from './platform/storage/parts.ts'
import { withTimeout } from './platform/storage/with-timeout.ts'
import { followUpsWork } from './portal/agent/run-follow-ups.ts'
import { deleteOldGuestLinks } from './portal/auth/guests/delete-old-guest-links.ts'
import { deleteOldLinks } from './portal/auth/one-tap/delete-old-links.ts'
import { completeLinks } from './portal/auth/one-tap/link-mail.ts'
import { sweepObjects, sweepUnused, sweepUploads } from './portal/files/sweep.ts'
import { digestsDue } from './portal/notifications/digests/send-due.ts'
import { missedCommitments } from './portal/notifications/missed-commitments.ts'
import { deliverPush } from './portal/notifications/push/deliver-push.ts'
import { endExpiredPush } from './portal/notifications/push/end-expired.ts'
import { deleteOldDeliveries } from './portal/webhooks/delete-old-deliveries.ts'
import { deliverWebhook } from './portal/webhooks/deliver-webhook.ts'
import { workformChangesDue } from './portal/workforms/apply-changes.ts'

/** What the portal does without a request. What it does with one is in app.ts. */

/**
 * Carries out an outbox row other than an event. May be called again for the same row; the id lets the receiver drop
 * the repeat.
 * @throws Error when the row should be retried
 */
async function deliver(env: Env, row: OutboxRow): Promise<void> {
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
      throw new Error('events are published in batches, not one by one')
    default:
      row.kind satisfies never
  }
}

const KEEP_DONE_DAYS = 7

/** Returns queries that delete rows that are no longer needed. */
function oldRows(now: Date): Query[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const before = daysAgo(KEEP_DONE_DAYS)
  return [
    build.delete(outbox).where(lt(outbox.done_at, before)),
    build.delete(outbox).where(lt(outbox.dead_at, daysAgo(OUTBOX_DEAD_DAYS))),
    deleteOldLinks(now),
    deleteOldGuestLinks(before),
    build.delete(mailReports).where(lt(mailReports.at, before)),
    build.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, before)),
    deleteOldDeliveries(now),
    deleteOldFailures(now),
    endExpiredPush(now),
  ]
}

const WORK: BackgroundWork = {
  due: [canaryReviews, missedCommitments, digestsDue, workformChangesDue, followUpsWork],
  deliver,
  sweeps: {
    rows: async (_, write) => void (await write(oldRows(new Date()))),
    uploads: async (env, write) => void (await sweepUploads(env.UPLOADS, write)),
    unused: async (env, write) => void (await sweepUnused(env.UPLOADS, write)),
    objects: (env, write, from) => sweepObjects(env.UPLOADS, write, from),
  },
}

/** The dispatcher with the work of all areas. */
export class PortalDispatcher extends Dispatcher {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, WORK)
  }
}
