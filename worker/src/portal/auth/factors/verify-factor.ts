import type { RecoveryCodes, VerifyFactor } from '@portal/contract/factors'
import { CHALLENGE_TRIES } from '@portal/contract/limits'
import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import { authChallenges, authFactors, authUsers, recoveryCodes } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { isAppError } from '../../../errors.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { ProviderIdentity } from '../oauth/provider-identity.ts'
import { type Account, accountByEmail, type ClientRecord, recordsByEmail } from '../accounts.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import type { OpenSession } from '../sessions/session.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { Proof } from '../sign-in/proven-identity.ts'
import { signInExpired, consumeChallenge, stillOpen } from './challenges.ts'
import { normalizeRecoveryCode } from './recovery-codes.ts'
import { type FirstStep, recoveryUsedMail, wrongCodesMail } from './mails.ts'
import { consumeRecoveryCode, consumeTotpCode } from './consume-code.ts'
import { turnOnFactor } from './turn-on-factor.ts'

/** The proof of the first step, as stored in the challenge. */
const StoredProof = z.union([
  z.object({
    kind: z.literal('password'),
    hash: z.string(),
    portal: z.enum(['bookkeeper', 'client']),
    link: ProviderIdentity.optional(),
  }),
  z.object({ kind: z.literal('identity'), id: z.string(), portal: z.literal('bookkeeper') }),
  z.object({ kind: z.literal('one-tap'), id: z.string(), clientId: z.string(), portal: z.literal('client') }),
])

type PendingChallenge = NonNullable<Awaited<ReturnType<typeof openChallengeOf>>[number]>

const openChallengeOf = (ctx: Context, factorId: string, hash: string) =>
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
      codesLeft: ctx.db.$count(
        recoveryCodes,
        and(eq(recoveryCodes.user_id, authFactors.user_id), isNull(recoveryCodes.used_at)),
      ),
    })
    .from(authChallenges)
    .innerJoin(
      authFactors,
      and(eq(authFactors.id, authChallenges.factor_id), eq(authFactors.user_id, authChallenges.user_id)),
    )
    .where(and(eq(authChallenges.token_hash, hash), eq(authFactors.id, factorId), stillOpen(ctx)))
    .limit(1)

/**
 * Checks the code of a challenge. A correct code finishes the sign-in, or turns on the factor that is being set up. A
 * sign-in also accepts a recovery code.
 * @throws AppError `invalid_code` (wrong or already used), `session_expired` (challenge unknown, used, expired or tried
 *   too often, or the password changed in the meantime), `too_many_requests`
 */
export async function verifyFactor(
  ctx: Context,
  factorId: string,
  { challenge, code }: z.output<typeof VerifyFactor>,
): Promise<OpenSession | RecoveryCodes> {
  const hash = tokenHash(challenge)
  const address = ctx.db
    .select({ email: authUsers.email })
    .from(authChallenges)
    .innerJoin(authUsers, eq(authUsers.id, authChallenges.user_id))
    .where(eq(authChallenges.token_hash, hash))
  const [[pending], [account], records] = await ctx.db.batch([
    openChallengeOf(ctx, factorId, hash),
    accountByEmail(ctx.db, address),
    recordsByEmail(ctx.db, address),
  ])
  if (!pending || !account) throw signInExpired()
  const attempt = await countAccountAttempt(ctx, 'factor', account.email)
  try {
    const result =
      pending.purpose === 'enrol'
        ? await turnOnFactor(ctx, pending, account, records, await consumeTotpCode(ctx, pending, code))
        : await finishSignIn(ctx, pending, account, records, code)
    await attempt.succeeded()
    return result
  } catch (error) {
    if (isAppError(error, 'invalid_code')) await countWrongCode(ctx, pending, account)
    throw error
  }
}

/** Returns steps that consume a recovery code and mail its owner. */
function recoverySteps(
  ctx: Context,
  pending: PendingChallenge,
  account: Account,
  first: FirstStep,
  code: string,
): Step[] {
  const to = { email: account.email, role: account.role ?? ('bookkeeper' as const) }
  return [
    consumeRecoveryCode(ctx, pending.userId, code),
    sendMail(ctx, recoveryUsedMail(ctx, to, first, Math.max(0, pending.codesLeft - 1))),
  ]
}

async function finishSignIn(
  ctx: Context,
  pending: PendingChallenge,
  account: Account,
  records: readonly ClientRecord[],
  code: string,
): Promise<OpenSession> {
  if (pending.purpose !== 'sign-in') throw signInExpired()
  const proven = StoredProof.parse(JSON.parse(pending.detail))
  const recovery = normalizeRecoveryCode(code)
  const second = recovery
    ? recoverySteps(ctx, pending, account, proven.kind, recovery)
    : await consumeTotpCode(ctx, pending, code)
  return openSession(ctx, {
    account,
    records,
    portal: proven.portal,
    proof: proofOf(proven, account),
    ...(proven.kind === 'password' && proven.link ? { link: proven.link } : {}),
    second: { steps: [consumeChallenge(ctx, pending.id), ...second], by: recovery ? 'recovery_code' : 'totp' },
  })
}

/** Returns the proof of the first step. @throws AppError `session_expired` when the password was changed since */
function proofOf(proven: z.infer<typeof StoredProof>, account: Account): Proof {
  if (proven.kind === 'identity') return { kind: 'identity', id: proven.id }
  if (proven.kind === 'one-tap') return { kind: 'one-tap', id: proven.id, clientId: proven.clientId }
  if (!account.passwordHash || tokenHash(account.passwordHash) !== proven.hash) throw signInExpired()
  return { kind: 'password', hash: account.passwordHash }
}

/** Counts a wrong code. The last allowed one voids the challenge, and its owner gets a mail. */
async function countWrongCode(ctx: Context, pending: PendingChallenge, account: Account): Promise<void> {
  // Of concurrent wrong codes, only the updated count shows which was the last.
  const count = ctx.db
    .update(authChallenges)
    .set({ tries: sql`${authChallenges.tries} + 1` })
    .where(eq(authChallenges.id, pending.id))
    .returning({ tries: authChallenges.tries })
  const [rows] = await commit(ctx, [step(count)])
  const tries = Number(rows?.[0]?.['tries'] ?? CHALLENGE_TRIES)
  if (tries < CHALLENGE_TRIES) return
  const to = { email: account.email, role: account.role ?? ('bookkeeper' as const) }
  if (tries === CHALLENGE_TRIES && pending.purpose === 'sign-in') {
    const { kind } = StoredProof.parse(JSON.parse(pending.detail))
    await commit(ctx, [sendMail(ctx, wrongCodesMail(ctx, to, kind))])
  }
  throw signInExpired('Too many wrong codes. Please start again.')
}
