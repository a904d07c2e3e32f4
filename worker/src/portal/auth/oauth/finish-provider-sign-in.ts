import type { LinkRequired } from '@portal/contract/oauth'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { authIdentities } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { type Account, accountByEmail, clientByEmail } from '../accounts.ts'
import { consumeChallenge, signInExpired } from '../factors/challenges.ts'
import { declineWaitingRecords } from '../records/decline-waiting-records.ts'
import { continueSignIn } from '../sign-in/continue-sign-in.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { SignInOutcome } from '../sign-in/proven-identity.ts'
import { askOperator, requireOpenSignUp } from '../sign-up/approval.ts'
import { newBookkeeper } from '../sign-up/new-bookkeeper.ts'
import { linkedEmail, linkIdentitySteps, pendingSignIn, providedEmail, ProviderIdentity } from './provider-identity.ts'
import { providerName } from './providers.ts'

/**
 * Finishes a sign-in through a provider. A linked account is identified by the provider's subject and may ask for the
 * second factor. A verified address without an account signs up as a bookkeeper. For an address with an account,
 * returns that it must be linked first.
 * @throws AppError `session_expired` (pending sign-in unknown, used or expired), `email_used_by_client`,
 *   `email_not_verified`, `password_missing` (the account has no password to link it with), `account_exists` (created
 *   by another request in the meantime), `sign_up_closed`, `awaiting_approval` (the account was created),
 *   `too_many_requests`
 */
export async function finishProviderSignIn(
  ctx: Context,
  token: string,
  timeZone: string | undefined,
): Promise<SignInOutcome | LinkRequired> {
  const [[pending], [linked], [sameEmail], [client]] = await ctx.db.batch([
    pendingSignIn(ctx, token),
    accountByEmail(ctx.db, linkedEmail(ctx.db, token)),
    accountByEmail(ctx.db, providedEmail(ctx.db, token)),
    clientByEmail(ctx.db, providedEmail(ctx.db, token)),
  ])
  if (!pending) throw signInExpired()
  const consume = consumeChallenge(ctx, pending.id)
  if (pending.identityId && linked) return signInLinked(ctx, linked, pending.identityId, consume)
  const identity = ProviderIdentity.parse(JSON.parse(pending.detail))
  if (!identity.verified) throw new AppError('email_not_verified')
  if (sameEmail && sameEmail.role !== 'client') return linkRequired(ctx, sameEmail, identity)
  if (sameEmail || client) throw new AppError('email_used_by_client')
  return signUp(ctx, identity, timeZone, consume)
}

function signInLinked(ctx: Context, account: Account, id: string, consume: Step): Promise<SignInOutcome> {
  if (account.role === 'client') throw new AppError('email_used_by_client')
  const used = ctx.db.update(authIdentities).set({ last_used_at: ctx.now.toISOString() })
  return continueSignIn(ctx, {
    account,
    records: [],
    portal: 'bookkeeper',
    proof: { kind: 'identity', id },
    steps: [consume, step(used.where(eq(authIdentities.id, id)))],
  })
}

function linkRequired(ctx: Context, account: Account, identity: ProviderIdentity): LinkRequired {
  const provider = providerName(ctx.settings, identity.provider)
  if (account.passwordHash) return { link: { email: identity.email, provider } }
  const detail = [
    'An account with this email exists, but it has no password yet.',
    `Choose "Forgot your password?" to set one, then link ${provider}.`,
  ].join(' ')
  throw new AppError('password_missing', { detail })
}

/** Signs up a bookkeeper who is named by the provider and has no password. */
async function signUp(
  ctx: Context,
  identity: ProviderIdentity,
  timeZone: string | undefined,
  consume: Step,
): Promise<SignInOutcome> {
  requireOpenSignUp(ctx)
  await countAttempt(ctx, 'sign-up')
  const { email, name, provider } = identity
  const person = { email, name, company: null, passwordHash: null, confirmedAt: ctx.now.toISOString(), timeZone }
  const { account, steps: created } = newBookkeeper(ctx, person, { provider })
  const link = linkIdentitySteps(ctx, account, identity)
  const steps = [consume, ...created, ...link.steps, ...declineWaitingRecords(ctx, email)]
  const conflicts = { 'auth_users.email': 'account_exists', 'auth_identities.issuer': 'account_exists' } as const
  if (ctx.settings.SIGN_UP === 'open') {
    const proof = { kind: 'identity' as const, id: link.id }
    return openSession(ctx, { account, records: [], portal: 'bookkeeper', proof, steps, conflicts })
  }
  const approval = askOperator(ctx, { userId: account.id, email, name, company: null })
  await commit(ctx, [...steps, ...approval], conflicts)
  throw new AppError('awaiting_approval')
}
