import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { AccountContext } from '../../../context.ts'
import type { Database } from '../../../platform/db/client.ts'
import { bookClientAuth, bookClients, emailChanges, firms, profiles } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'

const stillOpen = (at: string) => and(isNull(emailChanges.closed_at), gt(emailChanges.expires_at, at))

/** Selects the open requests of bookkeepers to change the sign-in address of an account, newest first. */
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

/** Returns a step that closes a request. It fails with `not_found` when the request was closed in the meantime. */
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
