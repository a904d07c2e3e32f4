import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { AccountContext } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { bookClientAuth, bookClients, emailChanges, firms, profiles } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { publishToUser } from '../../outbox/enqueue.ts'
import { accountAudit } from './client-account.ts'
import { mailDecision } from './decision-mails.ts'
import { requireLiveSession } from '../sessions/sessions.ts'

const stillOpen = (at: string) => and(isNull(emailChanges.closed_at), gt(emailChanges.expires_at, at))

/** A query for the open requests of bookkeepers to change the address of an account, newest first. */
export const openChangesOf = (db: Database, userId: string, at: string) =>
  db
    .select({
      id: emailChanges.id,
      clientId: bookClients.id,
      clientName: bookClients.name,
      firmId: bookClients.firm_id,
      firm: firms.name,
      bookkeeperId: bookClients.bookkeeper_id,
      bookkeeper: profiles.name,
      bookkeeperEmail: profiles.email,
      to: emailChanges.email,
      tokenHash: emailChanges.token_hash,
      askedAt: emailChanges.created_at,
    })
    .from(bookClientAuth)
    .innerJoin(emailChanges, eq(emailChanges.client_id, bookClientAuth.client_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientAuth.client_id))
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .where(and(eq(bookClientAuth.auth_user_id, userId), stillOpen(at)))
    .orderBy(desc(emailChanges.created_at))

/** A step that closes a request; fails the batch when it was closed meanwhile. */
export function closeChange(ctx: AccountContext, id: string, outcome: 'confirmed' | 'refused'): Step {
  const at = ctx.now.toISOString()
  return step(
    ctx.db
      .update(emailChanges)
      .set({ closed_at: at, outcome })
      .where(and(eq(emailChanges.id, id), stillOpen(at))),
    'not_found',
  )
}

/**
 * Refuses another address: everything stays as it is, and the bookkeeper sees it.
 * @throws AppError `not_found` (no such request, or closed), `unauthenticated` (the session has ended)
 */
export async function refuseEmailChange(ctx: AccountContext, id: string): Promise<void> {
  const { userId } = ctx.actor
  const change = found((await openChangesOf(ctx.db, userId, ctx.now.toISOString())).find((c) => c.id === id))
  await commit(ctx, [
    requireLiveSession(ctx),
    closeChange(ctx, id, 'refused'),
    publishToUser(ctx, change.bookkeeperId, 'client.changed', { client_id: change.clientId }),
    publishToUser(ctx, userId, 'account.changed', {}),
    accountAudit(ctx, userId, { id: change.clientId, firmId: change.firmId }, 'account.email_change_refused'),
    mailDecision(ctx, { ...change, id: change.clientId, name: change.clientName }, 'address_refused'),
  ])
}
