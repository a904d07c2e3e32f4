import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { authUsers, bookClientAuth, bookClients, bookInvitations, profiles } from '../../db/schema/index.ts'

/** SQL condition: the valid invitation of a token. */
export const isValidInvitation = (ctx: Context, token: string) =>
  and(
    eq(bookInvitations.token_hash, tokenHash(token)),
    isNull(bookInvitations.used_at),
    gt(bookInvitations.expires_at, ctx.now.toISOString()),
  )

/**
 * Selects the valid invitation of a token with its client, and the account of the address if it has one. An invitation
 * is void once the client has another address or is linked to an account.
 */
export const invitationByToken = (ctx: Context, token: string) =>
  ctx.db
    .select({ clientId: bookClients.id, email: bookInvitations.email, name: bookClients.name, account: profiles.id })
    .from(bookInvitations)
    .innerJoin(
      bookClients,
      and(eq(bookClients.id, bookInvitations.client_id), eq(bookClients.email, bookInvitations.email)),
    )
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(authUsers, and(eq(authUsers.email, bookInvitations.email), isNotNull(authUsers.email_confirmed_at)))
    .leftJoin(profiles, and(eq(profiles.id, authUsers.id), eq(profiles.role, 'client')))
    .where(and(isValidInvitation(ctx, token), isNull(bookClientAuth.auth_user_id)))
