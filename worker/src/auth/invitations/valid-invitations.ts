import { and, eq, gt, inArray, isNotNull, isNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { authUsers, bookClientAuth, bookClients, bookInvitations, firms, profiles } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'

const isValid = ({ now }: Pick<Context, 'now'>): SQL | undefined =>
  and(isNull(bookInvitations.used_at), gt(bookInvitations.expires_at, now.toISOString()))

/** Returns the condition for the valid invitation of a token. */
export const hasValidToken = (ctx: Pick<Context, 'now'>, token: string): SQL | undefined =>
  and(eq(bookInvitations.token_hash, tokenHash(token)), isValid(ctx))

/** Returns a step that voids the valid invitations of client records, given as ids or as a query. */
export function voidInvitations(ctx: Pick<Context, 'db' | 'now'>, clientIds: string[] | SQLWrapper): Step {
  const voided = ctx.db.update(bookInvitations).set({ expires_at: ctx.now.toISOString() })
  return step(voided.where(and(inArray(bookInvitations.client_id, clientIds), isValid(ctx))))
}

/**
 * Selects the valid invitation of a token with its client, and the account of the address if it has one. An invitation
 * is void once the client has another address or is linked to an account.
 */
export const invitationByToken = (ctx: Pick<Context, 'db' | 'now'>, token: string, which?: SQL) =>
  ctx.db
    .select({
      id: bookInvitations.id,
      clientId: bookClients.id,
      email: bookInvitations.email,
      name: bookClients.name,
      firm: firms.name,
      expiresAt: bookInvitations.expires_at,
      account: profiles.id,
    })
    .from(bookInvitations)
    .innerJoin(
      bookClients,
      and(eq(bookClients.id, bookInvitations.client_id), eq(bookClients.email, bookInvitations.email)),
    )
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(authUsers, and(eq(authUsers.email, bookInvitations.email), isNotNull(authUsers.email_confirmed_at)))
    .leftJoin(profiles, and(eq(profiles.id, authUsers.id), eq(profiles.role, 'client')))
    .where(and(hasValidToken(ctx, token), isNull(bookClientAuth.auth_user_id), which))

/** Selects the valid invitation of a token if it can be opened with one tap. */
export const oneTapInvitation = (ctx: Pick<Context, 'db' | 'now'>, token: string) =>
  invitationByToken(
    ctx,
    token,
    and(eq(firms.one_tap_links, true), isNull(bookClients.archived_at), isNull(bookClientAuth.declined_at)),
  )
/** An invitation that can be opened with one tap. */
export type OneTapInvitation = Awaited<ReturnType<typeof oneTapInvitation>>[number]
