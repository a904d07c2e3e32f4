import { and, eq, inArray, sql } from 'drizzle-orm'
import { auditEach } from '../../../platform/audit/append.ts'
import { revokeLinks } from '../../auth/one-tap/revoke-links.ts'
import type { BookkeeperContext } from '../../../context.ts'
import { bookClients, oneTapLinks } from '../../../platform/db/schema/index.ts'
import { check, step } from '../../../platform/db/write.ts'
import { publishToEach, publishToUser } from '../../../platform/outbox/enqueue.ts'
import type { ChangedClient, PlannedChange } from './planned-change.ts'

/** Plans to archive or restore clients. Their steps fail with `stale` if one was archived or restored meanwhile. */
export function planArchive(
  ctx: BookkeeperContext,
  clients: readonly ChangedClient[],
  archived: boolean,
): PlannedChange {
  const { userId } = ctx.actor
  const changed = clients.filter((client) => client.is_archived !== archived)
  const ids = changed.map(({ id }) => id)
  const { id, bookkeeper_id, is_archived } = bookClients
  const unchanged = and(eq(bookkeeper_id, userId), inArray(id, ids), eq(is_archived, !archived))
  return {
    refused: new Map(),
    changed,
    steps: () => [
      check('stale', sql`${ctx.db.$count(bookClients, unchanged)} = ${ids.length}`),
      step(
        ctx.db
          .update(bookClients)
          .set({ archived_at: archived ? ctx.now.toISOString() : null })
          .where(and(eq(bookkeeper_id, userId), inArray(id, ids))),
      ),
      ...(archived ? [revokeLinks(ctx, inArray(oneTapLinks.client_id, ids))] : []),
      publishToEach(
        ctx,
        'assignment.changed',
        sql`SELECT auth_user_id AS user_id, json_object('client_id', client_id) AS ids FROM book_client_auth
          WHERE client_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND auth_user_id IS NOT NULL`,
      ),
      publishToUser(ctx, userId, 'submission.changed', {}),
      publishToUser(ctx, userId, 'follow_up.changed', {}),
      auditEach(
        ctx,
        changed.map((client) => ({
          action: archived ? 'client.archived' : 'client.restored',
          subjectType: 'client',
          subjectId: client.id,
          clientId: client.id,
          detail: {},
        })),
      ),
    ],
  }
}
