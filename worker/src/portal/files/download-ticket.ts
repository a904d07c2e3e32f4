import { DOWNLOAD_TICKET_TTL_MS } from '@portal/contract/limits'
import type { DownloadScope, DownloadTicket } from '@portal/contract/review'
import { and, eq, gte, lt } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'
import { newToken, tokenHash } from '../../platform/crypto/secrets.ts'
import type { BookkeeperContext, Context } from '../../context.ts'
import { downloadTickets } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { type ArchiveFile, archiveFiles, archiveTitle } from './archive-files.ts'
import { safeName } from './archive-names.ts'

/**
 * Creates a ticket to download the files of a scope as a ZIP. A link cannot carry an access token, so it carries a
 * ticket that works once within a minute. The audit log records the download before it starts.
 * @throws AppError `not_found` when there is nothing to download, `too_large`, `too_many_requests`
 */
export async function createDownload(ctx: BookkeeperContext, scope: DownloadScope): Promise<DownloadTicket> {
  await countAttempt(ctx, 'bulk', ctx.actor.userId)
  const files = await archiveFiles(ctx.db, ctx.actor.userId, scope)
  const [first] = files
  if (!first) throw new AppError('not_found')
  const ticket = newToken()
  const bytes = files.reduce((sum, f) => sum + f.size, 0)
  const row = ctx.db.insert(downloadTickets).values({
    id: tokenHash(ticket),
    user_id: ctx.actor.userId,
    firm_id: ctx.actor.firmId,
    scope,
    expires_at: new Date(ctx.now.getTime() + DOWNLOAD_TICKET_TTL_MS).toISOString(),
  })
  await commit(ctx, [
    step(ctx.db.delete(downloadTickets).where(lt(downloadTickets.expires_at, ctx.now.toISOString()))),
    step(row),
    audit(ctx, {
      action: 'files.downloaded',
      subjectType: scope.assignment ? 'section' : scope.client ? 'client' : 'workform',
      subjectId: scope.assignment ?? scope.client ?? scope.workform ?? '',
      clientId: scope.client ?? (scope.assignment ? first.client_id : null),
      detail: { ...scope, ...(scope.assignment && { section_name: first.section }), files: files.length, bytes },
    }),
  ])
  return {
    path: `/api/downloads/${ticket}`,
    name: `${safeName(archiveTitle(scope, first), 120)}.zip`,
    files: files.length,
    bytes,
  }
}

export interface TicketedDownload {
  scope: DownloadScope
  files: ArchiveFile[]
  /** File name of the download. */
  name: string
}

/**
 * Redeems a ticket, which then cannot be used again, and checks access to the files again.
 * @throws AppError `not_found` when the ticket was used, has expired or never existed
 */
export async function redeemTicket(ctx: Context, ticket: string): Promise<TicketedDownload> {
  const valid = and(eq(downloadTickets.id, tokenHash(ticket)), gte(downloadTickets.expires_at, ctx.now.toISOString()))
  const redeemed = ctx.db
    .delete(downloadTickets)
    .where(valid)
    .returning({ user_id: downloadTickets.user_id, scope: downloadTickets.scope })
  const [rows] = await commit(ctx, [step(redeemed, 'not_found')])
  const row = found(rows?.[0])
  const scope = JSON.parse(String(row['scope'])) as DownloadScope
  const files = await archiveFiles(ctx.db, String(row['user_id']), scope)
  const [first] = files
  if (!first) throw new AppError('not_found')
  return { scope, files, name: `${safeName(archiveTitle(scope, first), 120)}.zip` }
}
