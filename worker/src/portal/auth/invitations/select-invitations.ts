import { and, eq, gt, inArray, isNotNull, isNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import {
  authUsers,
  bookClientAuth,
  bookClients,
  bookInvitations,
  firms,
  profiles,
} from '../../../platform/db/schema/index.ts'
import { isUndecided } from '../accounts.ts'
import { type Step, step } from '../../../platform/db/write.ts'

const bookkeepers = alias(profiles, 'bookkeepers')

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
 * Selects the invitation of a token, valid or not, with its client, and the account of the address if it has one. There
 * is none once the client has another address or is linked to an account.
 */
const invitationOf = ({ db }: Pick<Context, 'db'>, token: string, which?: SQL) =>
  db
    .select({
      id: bookInvitations.id,
      clientId: bookClients.id,
      email: bookInvitations.email,
      name: bookClients.name,
      firmId: firms.id,
      firm: firms.name,
      oneTap: firms.one_tap_links,
      bookkeeperId: bookClients.bookkeeper_id,
      bookkeeper: bookkeepers.name,
      expiresAt: bookInvitations.expires_at,
      account: profiles.id,
    })
    .from(bookInvitations)
    .innerJoin(
      bookClients,
      and(eq(bookClients.id, bookInvitations.client_id), eq(bookClients.email, bookInvitations.email)),
    )
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .innerJoin(bookkeepers, eq(bookkeepers.id, bookClients.bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(authUsers, and(eq(authUsers.email, bookInvitations.email), isNotNull(authUsers.email_confirmed_at)))
    .leftJoin(profiles, and(eq(profiles.id, authUsers.id), eq(profiles.role, 'client')))
    .where(and(eq(bookInvitations.token_hash, tokenHash(token)), isNull(bookClientAuth.auth_user_id), which))
/** An invitation with its client. */
export type Invitation = Awaited<ReturnType<typeof invitationOf>>[number]

/** Selects the valid invitation of a token. */
export const validInvitation = (ctx: Pick<Context, 'db' | 'now'>, token: string) =>
  invitationOf(ctx, token, isValid(ctx))

const canStillDecide = and(isNull(bookClients.archived_at), isUndecided)

/** Selects the valid invitation of a token if it can be opened with one tap. */
export const oneTapInvitation = (ctx: Pick<Context, 'db' | 'now'>, token: string) =>
  invitationOf(ctx, token, and(isValid(ctx), canStillDecide, eq(firms.one_tap_links, true)))

/** Selects the invitation of a token, valid or not, if its client can be invited again. */
export const undecidedInvitation = (ctx: Pick<Context, 'db'>, token: string) => invitationOf(ctx, token, canStillDecide)
