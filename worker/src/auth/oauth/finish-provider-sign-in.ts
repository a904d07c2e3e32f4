import type { LinkRequired } from '@portal/contract/oauth'
import { hasWebAddress } from '@portal/contract/web-address'
import { eq } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authIdentities, authUsers, firms, profiles } from '../../db/schema/index.ts'
import { commit, require, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { type Account, accountByEmail, actorOf, clientByEmail, CLIENTS_WITH_EMAIL } from '../accounts.ts'
import { consumeChallenge, signInExpired } from '../factors/challenges.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { ProvenIdentity, SignInOutcome } from '../sign-in/proven-identity.ts'
import { requestSecondFactor } from '../sign-in/request-second-factor.ts'
import { askOperator, awaitingSince, requireOpenSignUp } from '../sign-up/approval.ts'
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
    accountByEmail(ctx.db, linkedEmail(token)),
    accountByEmail(ctx.db, providedEmail(token)),
    clientByEmail(ctx.db, providedEmail(token)),
  ])
  if (!pending) throw signInExpired()
  if (pending.identityId && linked) return signInLinked(ctx, { ...pending, identityId: pending.identityId }, linked)
  const identity = ProviderIdentity.parse(JSON.parse(pending.detail))
  if (!identity.verified) throw new AppError('email_not_verified')
  if (sameEmail && sameEmail.role !== 'client') return linkRequired(ctx, sameEmail, identity)
  if (sameEmail || client) throw new AppError('email_used_by_client')
  return signUp(ctx, pending.id, newAccount(ctx, identity, timeZone))
}

function signInLinked(
  ctx: Context,
  pending: { id: string; identityId: string; factorId: string | null },
  account: Account,
): Promise<SignInOutcome> {
  if (account.role === 'client') throw new AppError('email_used_by_client')
  const used = ctx.db
    .update(authIdentities)
    .set({ last_used_at: ctx.now.toISOString() })
    .where(eq(authIdentities.id, pending.identityId))
  const proven: ProvenIdentity = {
    account,
    records: [],
    portal: 'bookkeeper',
    proof: { kind: 'identity', id: pending.identityId },
    steps: [consumeChallenge(ctx, pending.id), step(used)],
  }
  return pending.factorId ? requestSecondFactor(ctx, pending.factorId, proven) : openSession(ctx, proven)
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

async function signUp(ctx: Context, challengeId: string, created: ProvenIdentity): Promise<SignInOutcome> {
  requireOpenSignUp(ctx)
  await countAttempt(ctx, 'sign-up')
  const steps = [consumeChallenge(ctx, challengeId), ...(created.steps ?? [])]
  if (ctx.settings.SIGN_UP === 'open') return openSession(ctx, { ...created, steps })
  const { id: userId, email, name } = created.account
  const approval = askOperator(ctx, { userId, email, name: name ?? '', company: null })
  await commit(ctx, [...steps, ...approval], created.conflicts)
  throw new AppError('awaiting_approval')
}

/** Returns a new bookkeeper, named by the provider, with a new firm and without a password. */
function newAccount(ctx: Context, identity: ProviderIdentity, timeZone: string | undefined): ProvenIdentity {
  const at = ctx.now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  const [id, firmId] = [uuidv7(), uuidv7()]
  const { email, provider } = identity
  const name = hasWebAddress(identity.name) ? '' : identity.name
  const zone = timeZone ? { time_zone: timeZone } : {}
  const firm = { id: firmId, name, created_at: at, awaiting_approval_since: awaitingSince(ctx) }
  const profile = { id, role: 'bookkeeper' as const, name, email, firm_id: firmId, ...zone, ...stamps }
  const link = linkIdentitySteps(ctx, { id, email, name, firmId }, identity)
  return {
    account: {
      id,
      email,
      passwordHash: null,
      confirmedAt: at,
      role: 'bookkeeper',
      name,
      company: null,
      timeZone: timeZone ?? 'UTC',
      firmId,
      chosenClientId: null,
    },
    records: [],
    portal: 'bookkeeper',
    proof: { kind: 'identity', id: link.id },
    steps: [
      require('email_used_by_client', `NOT EXISTS (SELECT 1 FROM ${CLIENTS_WITH_EMAIL})`, [email]),
      step(ctx.db.insert(authUsers).values({ id, email, email_confirmed_at: at, ...stamps })),
      step(ctx.db.insert(firms).values(firm)),
      step(ctx.db.insert(profiles).values(profile)),
      audit(
        { ...ctx, actor: actorOf(id, 'bookkeeper', firmId) },
        { action: 'account.signed_up', subjectType: 'account', subjectId: id, detail: { provider } },
      ),
      ...link.steps,
    ],
    conflicts: { 'auth_users.email': 'account_exists', 'auth_identities.issuer': 'account_exists' },
  }
}
