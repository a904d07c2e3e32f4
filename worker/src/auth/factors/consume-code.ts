import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { authFactors, recoveryCodes } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { seal, unseal } from '../../crypto/seal.ts'
import { recoveryHash } from './recovery-codes.ts'
import { isTotpCode, totpStep } from './totp.ts'

/** Returns the encryption context of a secret: this factor of this user. */
export const sealedFor = (userId: string, factorId: string): string => `${userId}/${factorId}`
/** The use of the encryption key. */
export const SEALED_USE = 'totp'

/** A stored factor. */
export interface StoredFactor {
  factorId: string
  userId: string
  secret: string
  lastStep: number
}

/**
 * Checks a code of the authenticator app. Returns steps that consume it, with all codes of earlier time steps.
 * @throws AppError `invalid_code`
 */
export async function consumeTotpCode(ctx: Context, factor: StoredFactor, code: string): Promise<Step[]> {
  const digits = code.replace(/[\s-]+/g, '')
  if (!isTotpCode(digits)) throw new AppError('invalid_code')
  const context = sealedFor(factor.userId, factor.factorId)
  const opened = await unseal(ctx.settings, SEALED_USE, context, factor.secret)
  if (!opened) throw new Error('the secret of a factor cannot be decrypted')
  const used = totpStep(opened.plain, digits, ctx.now, factor.lastStep)
  if (used === undefined) throw new AppError('invalid_code')
  const resealed = opened.stale ? { secret: await seal(ctx.settings, SEALED_USE, context, opened.plain) } : {}
  const unused = and(eq(authFactors.id, factor.factorId), lt(authFactors.last_step, used))
  const changes = { last_step: used, last_used_at: ctx.now.toISOString(), ...resealed }
  return [step(ctx.db.update(authFactors).set(changes).where(unused), 'invalid_code')]
}

/** Returns a step that consumes a recovery code. It fails with `invalid_code` when there is no such unused code. */
export function consumeRecoveryCode(ctx: Pick<Context, 'db' | 'now'>, userId: string, code: string): Step {
  const unused = and(
    eq(recoveryCodes.user_id, userId),
    eq(recoveryCodes.code_hash, recoveryHash(userId, code)),
    isNull(recoveryCodes.used_at),
  )
  return step(ctx.db.update(recoveryCodes).set({ used_at: ctx.now.toISOString() }).where(unused), 'invalid_code')
}
