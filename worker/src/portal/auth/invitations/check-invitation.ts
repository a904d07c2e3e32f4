import type { Invitation } from '@portal/contract/auth'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { bookClientAuth, bookInvitations } from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { validInvitation } from './select-invitations.ts'

/** Returns whether the client of an invalid invitation has signed up, with this invitation or another way. */
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
 * Returns whom an invitation is for, and whether they have an account: then they sign in and decide on the offer.
 * @throws AppError `link_used` when the client has signed up, `invalid_link` when it is unknown, used or expired
 */
export async function checkInvitation(ctx: Context, token: string): Promise<z.output<typeof Invitation>> {
  const attempt = await countAttempt(ctx, 'link')
  const [invitation] = await validInvitation(ctx, token)
  if (!invitation) throw new AppError((await wasAccepted(ctx, token)) ? 'link_used' : 'invalid_link')
  await attempt.succeeded()
  const { email, name, account } = invitation
  return { email, name, account: account !== null }
}
