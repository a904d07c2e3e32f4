import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { authFactors } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { seal, unseal } from '../../crypto/seal.ts'
import { recoveryHash } from './codes.ts'
import { isTotpCode, totpStep } from './totp.ts'

/** What a stored secret is bound to: this factor of this user. */
export const sealedFor = (userId: string, factorId: string): string => `${userId}/${factorId}`
/** What its key is derived for. */
export const SEALED_USE = 'totp'

/** A factor as it is stored, whose code somebody enters. */
export interface StoredFactor {
  factorId: string
  userId: string
  secret: string
  lastStep: number
}

/** Steps that take a code of the app: its time step is used up, and so are all before it. @throws AppError `invalid_code` */
export async function totpSteps(ctx: Context, factor: StoredFactor, code: string): Promise<Step[]> {
  const digits = code.replace(/[\s-]+/g, '')
  if (!isTotpCode(digits)) throw new AppError('invalid_code')
  const context = sealedFor(factor.userId, factor.factorId)
  const opened = await unseal(ctx.settings, SEALED_USE, context, factor.secret)
  if (!opened) throw new Error('the secret of a factor does not open')
  const used = totpStep(opened.plain, digits, ctx.now, factor.lastStep)
  if (used === undefined) throw new AppError('invalid_code')
  const fresh = opened.stale ? { secret: await seal(ctx.settings, SEALED_USE, context, opened.plain) } : {}
  const unused = and(eq(authFactors.id, factor.factorId), sql`${authFactors.last_step} < ${used}`)
  const taken = { last_step: used, last_used_at: ctx.now.toISOString(), ...fresh }
  return [step(ctx.db.update(authFactors).set(taken).where(unused), 'invalid_code')]
}

/** A step that uses a recovery code up. */
export const recoveryStep = (ctx: Pick<Context, 'now'>, userId: string, code: string): Step =>
  step(
    {
      sql: 'UPDATE recovery_codes SET used_at = ? WHERE user_id = ? AND code_hash = ? AND used_at IS NULL',
      args: [ctx.now.toISOString(), userId, recoveryHash(userId, code)],
    },
    'invalid_code',
  )
