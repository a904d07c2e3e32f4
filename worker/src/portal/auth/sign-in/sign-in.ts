import type { SignIn } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { authUsers } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { accountByEmail, recordsByEmail } from '../accounts.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { needsRehash } from '../passwords/password-hash.ts'
import { hashInTurn, verifyInTurn } from '../passwords/queued-hashing.ts'
import { renewConfirmation } from '../sign-up/confirmation.ts'
import { continueSignIn } from './continue-sign-in.ts'
import type { SignInOutcome } from './proven-identity.ts'
import { requirePortal } from './require-portal.ts'

const WRONG_PASSWORD: Record<Role, string> = {
  bookkeeper: 'Invalid email or password. Please check your credentials and try again.',
  client: 'Invalid email or password. Please try again.',
}

/**
 * Opens a session at one of the two portals, or a challenge when a second factor is on. Unknown accounts cost the same
 * work as known ones. Errors about the account are shown only after the correct password.
 * @throws AppError `invalid_credentials`, `wrong_portal`, `email_not_confirmed`, `awaiting_approval`,
 *   `email_not_registered` (client portal: no bookkeeper has this client), `too_many_requests`, `busy`
 */
export async function signIn(ctx: Context, input: z.output<typeof SignIn>): Promise<SignInOutcome> {
  const attempt = await countAccountAttempt(ctx, 'sign-in', input.email)
  const [[account], records] = await ctx.db.batch([
    accountByEmail(ctx.db, input.email),
    recordsByEmail(ctx.db, input.email),
  ])
  const isCorrect = await verifyInTurn(ctx, attempt, input.password, account?.passwordHash)
  // The client portal reveals unknown addresses, as its sign-up does.
  if (input.portal === 'client' && !account && records.length === 0) throw new AppError('email_not_registered')
  if (!account?.passwordHash || !isCorrect)
    throw new AppError('invalid_credentials', { detail: WRONG_PASSWORD[input.portal] })
  await attempt.succeeded()
  requirePortal(account, input.portal)
  if (!account.confirmedAt) {
    await renewConfirmation(ctx, account, attempt)
    throw new AppError('email_not_confirmed')
  }
  const { hash, steps } = await rehash(ctx, account.id, account.passwordHash, input.password)
  return continueSignIn(ctx, { account, records, portal: input.portal, proof: { kind: 'password', hash }, steps })
}

/** Returns the password hash, renewed when its parameters are weaker than the current ones. */
async function rehash(
  ctx: Context,
  userId: string,
  current: string,
  password: string,
): Promise<{ hash: string; steps: Step[] }> {
  if (!needsRehash(current, ctx.settings.PASSWORD_HASH_COST)) return { hash: current, steps: [] }
  const hash = await hashInTurn(ctx, { knownAs: userId }, password)
  const unchanged = and(eq(authUsers.id, userId), eq(authUsers.password_hash, current))
  const update = ctx.db.update(authUsers).set({ password_hash: hash }).where(unchanged)
  return { hash, steps: [step(update, 'invalid_credentials')] }
}
