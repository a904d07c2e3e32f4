import type { PushKind } from '@portal/contract/push-kinds'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Step } from '../../../platform/db/write.ts'
import { enqueueEach } from '../../../platform/outbox/enqueue.ts'

/**
 * Returns steps that queue push messages for each row of a query with the columns `address`, `sender` and `item`, as
 * for a digest: one for each subscribed session of the reader. A client's session gets news of the record that it acts
 * as, because it could not open that of another firm.
 */
export function queuePush(ctx: Pick<Context, 'now' | 'settings'>, kind: PushKind, news: SQLWrapper): Step[] {
  const { VAPID_PRIVATE_KEY, PUSH_PAUSE_S } = ctx.settings
  if (VAPID_PRIVATE_KEY === '') return []
  const queued = sql`
    SELECT 'push:' || s.id AS recipient, json_object('kind', ${kind}, 'client_id', c.id, 'address', n.address,
      'sender', n.sender, 'item', json(n.item)) AS payload
    FROM (${news.getSQL()}) n
    LEFT JOIN book_clients c ON c.bookkeeper_id = n.sender AND c.email = n.address AND c.is_archived = 0
    LEFT JOIN book_client_auth a ON a.client_id = c.id
    LEFT JOIN auth_users u ON n.sender = '' AND u.email = n.address
    JOIN sessions s ON s.user_id = coalesce(a.auth_user_id, u.id) AND s.client_id IS c.id
      AND s.revoked_at IS NULL AND s.expires_at > ${ctx.now.toISOString()}
    JOIN push_subscriptions p ON p.session_id = s.id
    WHERE NOT EXISTS (SELECT 1 FROM push_switches w WHERE w.user_id = s.user_id AND w.kind = ${kind})`
  return [enqueueEach(ctx, 'push', queued, PUSH_PAUSE_S * 1000)]
}
