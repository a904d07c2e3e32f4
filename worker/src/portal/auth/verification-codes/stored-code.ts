import { CODE_TRIES, CODE_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type CodePurpose, verificationCodes } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { keyedHash, tokenHash } from '../../../platform/crypto/secrets.ts'
import { dayAgo, hasTriesLeft } from './tries-left.ts'

/** Mailed codes as they are stored: bound to address, purpose and browser, for one use, 10 minutes and 5 tries. */

/** Returns the hash of the browser that a code is bound to. */
export const deviceHash = ({ device = '' }: Pick<Context, 'device'>): string => tokenHash(device)

/** Returns the stored form of a code: a keyed hash, bound to the address and to what the code is for. */
const codeHash = (ctx: Pick<Context, 'settings'>, email: string, purpose: CodePurpose, code: string): string =>
  keyedHash(ctx.settings.AUTH_SECRET, 'code', purpose, email, code)

/** Returns the condition for open codes that were requested in this browser. */
const isOpenHere = (ctx: Pick<Context, 'device'>, email: string, purpose: CodePurpose): SQL | undefined =>
  and(
    eq(verificationCodes.email, email),
    eq(verificationCodes.purpose, purpose),
    eq(verificationCodes.device_hash, deviceHash(ctx)),
    isNull(verificationCodes.closed_at),
  )

/** Returns steps that store a code and void the previous one of this browser. */
export function storeCode(ctx: Context, email: string, purpose: CodePurpose, code: string): Step[] {
  const at = ctx.now.toISOString()
  const old = and(eq(verificationCodes.email, email), lt(verificationCodes.created_at, dayAgo(ctx)))
  return [
    step(ctx.db.delete(verificationCodes).where(old)),
    step(
      ctx.db
        .update(verificationCodes)
        .set({ closed_at: at })
        .where(isOpenHere(ctx, email, purpose)),
    ),
    step(
      ctx.db.insert(verificationCodes).values({
        id: uuidv7(),
        email,
        purpose,
        device_hash: deviceHash(ctx),
        code_hash: codeHash(ctx, email, purpose, code),
        created_at: at,
        expires_at: new Date(ctx.now.getTime() + CODE_TTL_MS).toISOString(),
      }),
    ),
  ]
}

/** A code as it was entered. */
interface EnteredCode {
  email: string
  purpose: CodePurpose
  code: string
}

/** Returns the condition for the code that can be tried in this browser. */
const canBeTried = (ctx: Context, { email, purpose }: EnteredCode): SQL | undefined =>
  and(
    isOpenHere(ctx, email, purpose),
    gt(verificationCodes.expires_at, ctx.now.toISOString()),
    lt(verificationCodes.tries, CODE_TRIES),
    hasTriesLeft(ctx, email, purpose),
  )

const ONE_MORE_TRY = sql`${verificationCodes.tries} + 1`

/**
 * Counts a try and closes the code if it is correct. Returns whether it is. One statement does both, so that
 * concurrent requests get no more than five tries.
 * @param proof the token that a correct code is exchanged for, as it is stored
 */
export async function tryCode(
  ctx: Context,
  entered: EnteredCode,
  proof?: { hash: string; expiresAt: string },
): Promise<boolean> {
  const at = ctx.now.toISOString()
  const isCorrect = eq(verificationCodes.code_hash, codeHash(ctx, entered.email, entered.purpose, entered.code))
  const ifCorrect = (value: string) => sql`CASE WHEN ${isCorrect} THEN ${value} END`
  const check = ctx.db
    .update(verificationCodes)
    .set({
      tries: ONE_MORE_TRY,
      closed_at: ifCorrect(at),
      ...(proof && { setup_hash: ifCorrect(proof.hash), setup_expires_at: ifCorrect(proof.expiresAt) }),
    })
    .where(canBeTried(ctx, entered))
    .returning({ closed_at: verificationCodes.closed_at })
  const [rows] = await commit(ctx, [step(check)])
  return Boolean(rows?.[0]?.['closed_at'])
}

/**
 * Counts a try, and leaves the code open: the change that it is for can still fail, such as at the second factor.
 * Returns the step that uses the code up, or undefined if it is not correct.
 */
export async function tryOpenCode(ctx: Context, entered: EnteredCode): Promise<Step | undefined> {
  const { id, code_hash, closed_at } = verificationCodes
  const count = ctx.db
    .update(verificationCodes)
    .set({ tries: ONE_MORE_TRY })
    .where(canBeTried(ctx, entered))
    .returning({ id, code_hash })
  const [rows] = await commit(ctx, [step(count)])
  const [tried] = rows ?? []
  if (tried?.['code_hash'] !== codeHash(ctx, entered.email, entered.purpose, entered.code)) return undefined
  const open = and(eq(id, String(tried['id'])), isNull(closed_at))
  const close = ctx.db.update(verificationCodes).set({ closed_at: ctx.now.toISOString() })
  return step(close.where(open), 'wrong_email_code')
}
