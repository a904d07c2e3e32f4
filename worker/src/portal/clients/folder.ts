import type { ClientFolder } from '@portal/contract/clients'
import { and, eq, exists, gte, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { outbox } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { folderRecipients } from '../../platform/storage/client-documents.ts'
import { ownClient } from './own-client.ts'

/** Returns a condition: a pending text file of the client's folder. */
function isPending(ctx: BookkeeperContext, clientId: string): SQL | undefined {
  const { own, from, below } = folderRecipients(ctx, clientId)
  const { recipient, done_at, dead_at } = outbox
  const isOfFolder = or(eq(recipient, own), and(gte(recipient, from), lt(recipient, below)))
  return and(isOfFolder, isNull(done_at), isNull(dead_at))
}

/**
 * Returns whether the text files of a client's folder have been written. Pending files are in the outbox.
 * @throws AppError `not_found`
 */
export async function getFolder(ctx: BookkeeperContext, clientId: string): Promise<ClientFolder> {
  const [[client], pending] = await ctx.db.batch([
    ownClient(ctx, clientId),
    ctx.db.select({ tries: outbox.tries }).from(outbox).where(isPending(ctx, clientId)),
  ])
  found(client)
  if (pending.some(({ tries }) => tries > 0)) return { state: 'failed' }
  return { state: pending.length > 0 ? 'pending' : 'ready' }
}

/**
 * Retries pending files of a client's folder immediately.
 * @throws AppError `not_found`
 */
export async function retryFolder(ctx: BookkeeperContext, clientId: string): Promise<void> {
  const retry = ctx.db.update(outbox).set({ next_at: ctx.now.toISOString() }).where(isPending(ctx, clientId))
  await commit(ctx, [check('not_found', exists(ownClient(ctx, clientId))), { ...step(retry), lane: 'rest' }])
}
