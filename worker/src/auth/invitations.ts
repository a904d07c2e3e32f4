import type { AcceptInvitation } from '@portal/contract/auth'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { bookClients, bookInvitations } from '../db/schema/index.ts'
import { step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { countAttempt } from './attempts.ts'
import { setPasswordOf } from './client-account.ts'
import { requireShortPassword } from './password-rules.ts'
import { accountOf, recordsOf } from './people.ts'
import { tokenHash } from './secrets.ts'

const liveInvitation = (ctx: Context, token: string) =>
  and(
    eq(bookInvitations.token_hash, tokenHash(token)),
    isNull(bookInvitations.used_at),
    gt(bookInvitations.expires_at, ctx.now.toISOString()),
  )

const invitationOf = (ctx: Context, token: string) =>
  ctx.db
    .select({ email: bookInvitations.email, name: bookClients.name })
    .from(bookInvitations)
    .innerJoin(bookClients, and(eq(bookClients.id, bookInvitations.client_id), eq(bookClients.email, bookInvitations.email)))
    .where(liveInvitation(ctx, token))

/**
 * Whom an invitation is for. It holds only while the client still has the address that it was sent to.
 * @throws AppError `invalid_link` when it is unknown, used or expired
 */
export async function checkInvitation(ctx: Context, token: string): Promise<{ email: string; name: string }> {
  const attempt = await countAttempt(ctx, 'link')
  const [invitation] = await invitationOf(ctx, token)
  if (!invitation) throw new AppError('invalid_link')
  await attempt.succeeded()
  return invitation
}

/**
 * Sets the password of the invited client.
 * @throws AppError `password_weak` (the link stays good), `invalid_link`, `email_used_by_bookkeeper`, `account_exists`
 */
export async function acceptInvitation(ctx: Context, input: z.output<typeof AcceptInvitation>): Promise<void> {
  requireShortPassword(input.password)
  const attempt = await countAttempt(ctx, 'link')
  const sentTo = sql`(${ctx.db.select({ email: bookInvitations.email }).from(bookInvitations).where(liveInvitation(ctx, input.token))})`
  const [[invitation], [account], linked] = await ctx.db.batch([
    invitationOf(ctx, input.token),
    accountOf(ctx.db, sentTo),
    recordsOf(ctx.db, sentTo),
  ])
  if (!invitation) throw new AppError('invalid_link')
  const { email } = invitation
  const used = ctx.db.update(bookInvitations).set({ used_at: ctx.now.toISOString() }).where(liveInvitation(ctx, input.token))
  const records = linked.filter((r) => r.email === email)
  await setPasswordOf(ctx, { email, account, records, spend: step(used, 'invalid_link'), timeZone: input.timeZone }, input.password)
  await attempt.succeeded()
}
