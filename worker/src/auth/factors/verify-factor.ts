import type { RecoveryCodes, VerifyFactor } from '@portal/contract/factors'
import { CHALLENGE_TRIES } from '@portal/contract/limits'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { authChallenges, authFactors } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { Arrived } from '../oauth/arrived.ts'
import { type Account, accountOf, type ClientRecord, recordsOf } from '../accounts.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import type { OpenSession } from '../sessions/sessions.ts'
import { enter, type Proof } from '../sign-in/sign-in.ts'
import { signInExpired, spendChallenge, stillOpen } from './challenges.ts'
import { recoveryCodeOf } from './codes.ts'
import { recoveryUsedMail, wrongCodesMail } from './mails.ts'
import { recoveryStep, totpSteps } from './prove-factor.ts'
import { turnOn } from './turn-on.ts'

/** What the first step of a sign-in has proven, as its challenge keeps it. */
const Proven = z.union([
  z.object({
    kind: z.literal('password'),
    hash: z.string(),
    portal: z.enum(['bookkeeper', 'client']),
    link: Arrived.optional(),
  }),
  z.object({ kind: z.literal('identity'), id: z.string(), portal: z.literal('bookkeeper') }),
])

/** An open challenge with its factor. */
export type Pending = NonNullable<Awaited<ReturnType<typeof pendingOf>>[number]>

const pendingOf = (ctx: Context, factorId: string, hash: string) =>
  ctx.db
    .select({
      id: authChallenges.id,
      purpose: authChallenges.purpose,
      detail: authChallenges.detail,
      tries: authChallenges.tries,
      factorId: authFactors.id,
      userId: authFactors.user_id,
      secret: authFactors.secret,
      lastStep: authFactors.last_step,
      codesLeft: sql<number>`(SELECT count(*) FROM recovery_codes r WHERE r.user_id = ${authFactors.user_id} AND r.used_at IS NULL)`,
    })
    .from(authChallenges)
    .innerJoin(
      authFactors,
      and(eq(authFactors.id, authChallenges.factor_id), eq(authFactors.user_id, authChallenges.user_id)),
    )
    .where(and(eq(authChallenges.token_hash, hash), eq(authFactors.id, factorId), stillOpen(ctx)))
    .limit(1)

/**
 * Takes the code of a challenge: a right one opens the session of the sign-in that the challenge belongs to, or turns on the
 * factor that is being set up. A recovery code does for a sign-in too, once.
 * @throws AppError `invalid_code` (wrong, or used before), `session_expired` (no such challenge, used, run out, tried too often, or the
 *   password was changed meanwhile), `too_many_requests`
 */
export async function verifyFactor(
  ctx: Context,
  factorId: string,
  { challenge, code }: z.output<typeof VerifyFactor>,
): Promise<OpenSession | RecoveryCodes> {
  const hash = tokenHash(challenge)
  const address = sql`(SELECT u.email FROM auth_challenges c JOIN auth_users u ON u.id = c.user_id WHERE c.token_hash = ${hash})`
  const [[pending], [account], records] = await ctx.db.batch([
    pendingOf(ctx, factorId, hash),
    accountOf(ctx.db, address),
    recordsOf(ctx.db, address),
  ])
  if (!pending || !account) throw signInExpired()
  const attempt = await countAttempt(ctx, 'factor', pending.userId)
  try {
    const answer =
      pending.purpose === 'enrol'
        ? await turnOn(ctx, pending, account, records, await totpSteps(ctx, pending, code))
        : await finishSignIn(ctx, pending, account, records, code)
    await attempt.succeeded()
    return answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_code') await countMiss(ctx, pending, account)
    throw error
  }
}

/** Steps that use a recovery code up and tell its owner. */
function recoverySteps(ctx: Context, pending: Pending, account: Account, code: string): Step[] {
  const to = { email: account.email, role: account.role ?? ('bookkeeper' as const) }
  return [
    recoveryStep(ctx, pending.userId, code),
    sendMail(ctx, recoveryUsedMail(ctx, to, Math.max(0, pending.codesLeft - 1))),
  ]
}

async function finishSignIn(
  ctx: Context,
  pending: Pending,
  account: Account,
  records: readonly ClientRecord[],
  code: string,
): Promise<OpenSession> {
  if (pending.purpose !== 'sign-in') throw signInExpired()
  const proven = Proven.parse(JSON.parse(pending.detail))
  const recovery = recoveryCodeOf(code)
  const second = recovery ? recoverySteps(ctx, pending, account, recovery) : await totpSteps(ctx, pending, code)
  return enter(ctx, {
    account,
    records,
    portal: proven.portal,
    proof: proofOf(proven, account),
    ...(proven.kind === 'password' && proven.link ? { link: proven.link } : {}),
    second: { steps: [spendChallenge(ctx, pending.id), ...second], by: recovery ? 'recovery_code' : 'totp' },
  })
}

/** The first step as it holds now: a password that was changed since no longer counts. */
function proofOf(proven: z.infer<typeof Proven>, account: Account): Proof {
  if (proven.kind === 'identity') return { kind: 'identity', id: proven.id }
  if (!account.passwordHash || tokenHash(account.passwordHash) !== proven.hash) throw signInExpired()
  return { kind: 'password', hash: account.passwordHash }
}

/** Counts a wrong code. The last one that a challenge takes voids it, and its owner is told. */
async function countMiss(ctx: Context, pending: Pending, account: Account): Promise<void> {
  // Wrong codes may come at once: only the count itself knows which was the last.
  const count = step({
    sql: 'UPDATE auth_challenges SET tries = tries + 1 WHERE id = ? RETURNING tries',
    args: [pending.id],
  })
  const [rows] = await commit(ctx, [count])
  const tries = Number(rows?.[0]?.['tries'] ?? CHALLENGE_TRIES)
  if (tries < CHALLENGE_TRIES) return
  const to = { email: account.email, role: account.role ?? ('bookkeeper' as const) }
  if (tries === CHALLENGE_TRIES && pending.purpose === 'sign-in')
    await commit(ctx, [sendMail(ctx, wrongCodesMail(ctx, to))])
  throw signInExpired('That were too many wrong codes. Please begin again.')
}
