import type { LinkRequired } from '@portal/contract/oauth'
import { hasWebAddress } from '@portal/contract/web-address'
import { eq } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authIdentities, authUsers, firms, profiles } from '../../db/schema/index.ts'
import { commit, require, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { askOperator, awaitingSince, requireOpenSignUp } from '../sign-up/approval.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { signInExpired, spendChallenge } from '../factors/challenges.ts'
import { type Account, accountOf, actorOf, STANDING_CLIENTS, standingClient } from '../accounts.ts'
import { askForFactor, enter, type SignedInOrDue, type WayIn } from '../sign-in/sign-in.ts'
import { Arrived, arrivalOf, givenAddress, identitySteps, linkedAddress } from './arrived.ts'
import { providerName } from './providers.ts'

/**
 * Finishes a way through a provider. A linked account signs in, by the provider's subject; its second factor is asked for. An unknown
 * address that the provider vouches for becomes a bookkeeper's account. An address that has an account is first to be linked to it.
 * @throws AppError `session_expired` (no such arrival, used or too old), `email_used_by_client`, `email_not_verified`, `password_missing`
 *   (there is an account, and no password to link it with), `account_exists` (made by another request meanwhile),
 *   `sign_up_closed`, `awaiting_approval` (the account is made, and waits), `too_many_requests`
 */
export async function finishOAuth(
  ctx: Context,
  token: string,
  timeZone: string | undefined,
): Promise<SignedInOrDue | LinkRequired> {
  const [[arrival], [linked], [same], [client]] = await ctx.db.batch([
    arrivalOf(ctx, token),
    accountOf(ctx.db, linkedAddress(token)),
    accountOf(ctx.db, givenAddress(token)),
    standingClient(ctx.db, givenAddress(token)),
  ])
  if (!arrival) throw signInExpired()
  const arrived = Arrived.parse(JSON.parse(arrival.detail))
  const spend = spendChallenge(ctx, arrival.id)
  if (arrival.identityId && linked) return enterLinked(ctx, { ...arrival, identityId: arrival.identityId }, linked)
  if (!arrived.verified) throw new AppError('email_not_verified')
  if (same && same.role !== 'client') {
    const provider = providerName(ctx.settings, arrived.provider)
    if (same.passwordHash) return { link: { email: arrived.email, provider } }
    throw new AppError('password_missing', {
      detail: `There is an account with this email, and it has no password yet. Set one with "Forgot your password?"; then you can link ${provider}.`,
    })
  }
  if (same || client) throw new AppError('email_used_by_client')
  requireOpenSignUp(ctx)
  await countAttempt(ctx, 'sign-up')
  const made = newAccount(ctx, arrived, timeZone)
  const steps = [spend, ...(made.steps ?? [])]
  if (ctx.settings.SIGN_UP === 'open') return enter(ctx, { ...made, steps })
  const { id: userId, email, name } = made.account
  await commit(ctx, [...steps, ...askOperator(ctx, { userId, email, name: name ?? '', company: null })], made.conflicts)
  throw new AppError('awaiting_approval')
}

function enterLinked(
  ctx: Context,
  arrival: { id: string; identityId: string; factorId: string | null },
  account: Account,
): Promise<SignedInOrDue> {
  if (account.role === 'client') throw new AppError('email_used_by_client')
  const used = ctx.db
    .update(authIdentities)
    .set({ last_used_at: ctx.now.toISOString() })
    .where(eq(authIdentities.id, arrival.identityId))
  const way: WayIn = {
    account,
    records: [],
    portal: 'bookkeeper',
    proof: { kind: 'identity', id: arrival.identityId },
    steps: [spendChallenge(ctx, arrival.id), step(used)],
  }
  return arrival.factorId ? askForFactor(ctx, arrival.factorId, way) : enter(ctx, way)
}

/** A bookkeeper as the provider names them, in a firm of their own; without a password. */
function newAccount(ctx: Context, arrived: Arrived, timeZone: string | undefined): WayIn {
  const at = ctx.now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  const [id, firmId] = [uuidv7(), uuidv7()]
  const { email, provider } = arrived
  const name = hasWebAddress(arrived.name) ? '' : arrived.name
  const zone = timeZone ? { time_zone: timeZone } : {}
  const identity = identitySteps(ctx, { id, email, name, firmId }, arrived)
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
    proof: { kind: 'identity', id: identity.id },
    steps: [
      require('email_used_by_client', `NOT EXISTS (SELECT 1 FROM ${STANDING_CLIENTS})`, [email]),
      step(ctx.db.insert(authUsers).values({ id, email, email_confirmed_at: at, ...stamps })),
      step(
        ctx.db.insert(firms).values({ id: firmId, name, created_at: at, awaiting_approval_since: awaitingSince(ctx) }),
      ),
      step(
        ctx.db.insert(profiles).values({ id, role: 'bookkeeper', name, email, firm_id: firmId, ...zone, ...stamps }),
      ),
      audit(
        { ...ctx, actor: actorOf(id, 'bookkeeper', firmId) },
        { action: 'account.signed_up', subjectType: 'account', subjectId: id, detail: { provider } },
      ),
      ...identity.steps,
    ],
    conflicts: { 'auth_users.email': 'account_exists', 'auth_identities.issuer': 'account_exists' },
  }
}
