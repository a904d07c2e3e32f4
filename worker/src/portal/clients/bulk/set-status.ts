import { and, eq, inArray, sql } from 'drizzle-orm'
import { auditEach } from '../../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../../context.ts'
import { bookClients } from '../../../platform/db/schema/index.ts'
import { check, step } from '../../../platform/db/write.ts'
import { publishToEach } from '../../../platform/outbox/enqueue.ts'
import type { ChangedClient, ChangeOf, PlannedChange } from './planned-change.ts'

/** Plans to set the status of clients. Their steps fail with `stale` if a status has changed in the meantime. */
export function planStatus(
  ctx: BookkeeperContext,
  clients: readonly ChangedClient[],
  { status }: ChangeOf<'status'>,
): PlannedChange {
  const changed = clients.filter((client) => client.status !== status)
  const ids = changed.map(({ id }) => id)
  const before = JSON.stringify(changed.map((client) => [client.id, client.status]))
  const unchanged = sql`(SELECT count(*) FROM json_each(${before}) b JOIN book_clients c ON c.id = b.value ->> 0
    WHERE c.status = b.value ->> 1 AND c.bookkeeper_id = ${ctx.actor.userId}) = ${changed.length}`
  return {
    refused: new Map(),
    changed,
    steps: () => [
      check('stale', unchanged),
      step(
        ctx.db
          .update(bookClients)
          .set({ status, updated_at: ctx.now.toISOString() })
          .where(and(eq(bookClients.bookkeeper_id, ctx.actor.userId), inArray(bookClients.id, ids))),
      ),
      publishToEach(
        ctx,
        'client.changed',
        sql`SELECT auth_user_id AS user_id, json_object('client_id', client_id) AS ids FROM book_client_auth
          WHERE client_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND auth_user_id IS NOT NULL`,
      ),
      auditEach(
        ctx,
        changed.flatMap((client) => {
          const entry = { subjectType: 'client', subjectId: client.id, clientId: client.id } as const
          const change = { from: client.status, to: status }
          return [
            { ...entry, action: 'client.updated', detail: { status: change } },
            { ...entry, action: 'client.status_changed', detail: change },
          ]
        }),
      ),
    ],
  }
}
