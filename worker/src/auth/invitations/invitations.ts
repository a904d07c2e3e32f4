import type { AcceptInvitation, Invitation } from '@portal/contract/auth'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { authUsers, bookClientAuth, bookClients, bookInvitations, profiles } from '../../db/schema/index.ts'
import { step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { setPasswordOf } from '../records/client-account.ts'
import { requireShortPassword } from '../passwords/password-rules.ts'
import { accountOf, isClient, recordsOf } from '../accounts.ts'
import { tokenHash } from '../../crypto/secrets.ts'

const liveInvitation = (ctx: Context, token: string) =>
  and(
    eq(bookInvitations.token_hash, tokenHash(token)),
    isNull(bookInvitations.used_at),
    gt(bookInvitations.expires_at, ctx.now.toISOString()),
  )

const invitationOf = (ctx: Context, token: string) =>
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
    .where(and(liveInvitation(ctx, token), isNull(bookClientAuth.auth_user_id)))

/** Whether the client of an invitation that no longer holds has set a password: with it, or another way. */
async function wasAccepted(ctx: Context, token: string): Promise<boolean> {
  const accepted = await ctx.db
    .select({ id: bookInvitations.id })
    .from(bookInvitations)
    .innerJoin(
      bookClientAuth,
      and(eq(bookClientAuth.client_id, bookInvitations.client_id), eq(bookClientAuth.password_set, true)),
    )
    .where(and(eq(bookInvitations.token_hash, tokenHash(token)), eq(bookClientAuth.email, bookInvitations.email)))
  return accepted.length > 0
}

/**
 * Whom an invitation is for, and whether that person has an account: then they sign in and decide. It holds only while the client still
 * has the address that it was sent to.
 * @throws AppError `link_used` when its client has set a password; `invalid_link` when it is unknown, used or expired
 */
export async function checkInvitation(ctx: Context, token: string): Promise<z.output<typeof Invitation>> {
  const attempt = await countAttempt(ctx, 'link')
  const [invitation] = await invitationOf(ctx, token)
  if (!invitation) throw new AppError((await wasAccepted(ctx, token)) ? 'link_used' : 'invalid_link')
  await attempt.succeeded()
  const { email, name, account } = invitation
  return { email, name, account: account !== null }
}

/**
 * Sets the first password of the invited client. An invitation replaces no password: with an account one signs in and decides.
 * @throws AppError `password_weak` (the link stays good), `invalid_link`, `email_used_by_bookkeeper`, `account_exists`
 */
export async function acceptInvitation(ctx: Context, input: z.output<typeof AcceptInvitation>): Promise<void> {
  requireShortPassword(input.password)
  const attempt = await countAttempt(ctx, 'link')
  const sentTo = sql`(${ctx.db.select({ email: bookInvitations.email }).from(bookInvitations).where(liveInvitation(ctx, input.token))})`
  const [[invitation], [account], records] = await ctx.db.batch([
    invitationOf(ctx, input.token),
    accountOf(ctx.db, sentTo),
    recordsOf(ctx.db, sentTo),
  ])
  if (!invitation) throw new AppError('invalid_link')
  if (isClient(account)) throw new AppError('account_exists')
  const { email, clientId } = invitation
  const used = ctx.db
    .update(bookInvitations)
    .set({ used_at: ctx.now.toISOString() })
    .where(liveInvitation(ctx, input.token))
  await setPasswordOf(
    ctx,
    { email, account, records, invitedAs: clientId, spend: step(used, 'invalid_link'), timeZone: input.timeZone },
    input.password,
  )
  await attempt.succeeded()
}
