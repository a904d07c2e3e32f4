import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { authFactors, recoveryCodes } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import { recoveryHash } from './recovery-codes.ts'
import { isTotpCode, totpStep } from './totp.ts'

/** A stored factor with its encrypted secret. */
export interface StoredFactor {
  factorId: string
  userId: string
  secret: string
  lastStep: number
}
type FactorKey = Pick<StoredFactor, 'userId' | 'factorId'>

const KEY_USE = 'totp'
const contextOf = ({ userId, factorId }: FactorKey): string => `${userId}/${factorId}`

/** Encrypts the shared secret of a factor. */
export const sealSecret = (
  { settings }: Pick<Context, 'settings'>,
  factor: FactorKey,
  secret: Uint8Array<ArrayBuffer>,
): Promise<string> => seal(settings, KEY_USE, contextOf(factor), secret)

/**
 * Checks a code of the authenticator app. Returns steps that consume it, with all codes of earlier time steps.
 * @throws AppError `invalid_code`
 */
export async function consumeTotpCode(ctx: Context, factor: StoredFactor, code: string): Promise<Step[]> {
  const digits = code.replace(/[\s-]+/g, '')
  if (!isTotpCode(digits)) throw new AppError('invalid_code')
  const opened = await unseal(ctx.settings, KEY_USE, contextOf(factor), factor.secret)
  if (!opened) throw new Error('the secret of a factor cannot be decrypted')
  const used = totpStep(opened.plain, digits, ctx.now, factor.lastStep)
  if (used === undefined) throw new AppError('invalid_code')
  const resealed = opened.stale ? { secret: await sealSecret(ctx, factor, opened.plain) } : {}
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
