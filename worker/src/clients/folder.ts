import type { ClientFolder } from '@portal/contract/clients'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { commit, require, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { folderRecipients } from '../storage/client-documents.ts'

const PENDING = 'done_at IS NULL AND dead_at IS NULL'

/**
 * Returns whether the text files of a client's folder have been written. Pending files are in the outbox.
 * @throws AppError `not_found`
 */
export async function getFolder(ctx: BookkeeperContext, clientId: string): Promise<ClientFolder> {
  const { own, from, below } = folderRecipients(ctx, clientId)
  const pending = sql.raw(PENDING)
  const [row] = await ctx.db.all<{ waiting: number; failed: number | null }>(sql`
    SELECT o.* FROM book_clients c, (SELECT count(*) AS waiting, sum(tries > 0) AS failed FROM (
        SELECT tries FROM outbox WHERE ${pending} AND recipient >= ${from} AND recipient < ${below}
        UNION ALL SELECT tries FROM outbox WHERE ${pending} AND recipient = ${own})) o
    WHERE c.id = ${clientId} AND c.bookkeeper_id = ${ctx.actor.userId}`)
  const { waiting, failed } = found(row)
  return { state: failed ? 'failed' : waiting > 0 ? 'pending' : 'ready' }
}

/**
 * Retries pending files of a client's folder immediately.
 * @throws AppError `not_found`
 */
export async function retryFolder(ctx: BookkeeperContext, clientId: string): Promise<{ ok: true }> {
  const { own, from, below } = folderRecipients(ctx, clientId)
  const statement = {
    sql: `UPDATE outbox SET next_at = ? WHERE ${PENDING} AND (recipient = ? OR (recipient >= ? AND recipient < ?))`,
    args: [ctx.now.toISOString(), own, from, below],
  }
  await commit(ctx, [
    require('not_found', 'EXISTS (SELECT 1 FROM book_clients WHERE id = ? AND bookkeeper_id = ?)', [
      clientId,
      ctx.actor.userId,
    ]),
    { ...step(statement), lane: 'rest' },
  ])
  return { ok: true }
}
