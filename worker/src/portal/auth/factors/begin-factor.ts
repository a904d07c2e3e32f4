import type { Enrollment, Reauthentication } from '@portal/contract/factors'
import { and, eq, isNull, notExists } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authFactors } from '../../../platform/db/schema/index.ts'
import { check, commit, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { verifiedFactor } from './challenges.ts'
import { sealSecret } from './consume-code.ts'
import { reauthenticate } from './reauthenticate.ts'
import { newTotpSecret, totpSetup } from './totp.ts'

/**
 * Starts to set up an authenticator app and replaces an unfinished setup. Sign-ins do not ask for the factor until its
 * first correct code.
 * @throws AppError `factor_exists`, and the errors of `reauthenticate`
 */
export async function beginFactor(ctx: SignedIn, proof: Reauthentication): Promise<Enrollment> {
  const owner = await reauthenticate(ctx, proof)
  const { userId } = ctx.actor
  const id = uuidv7()
  const secret = newTotpSecret()
  const sealed = await sealSecret(ctx, { userId, factorId: id }, secret)
  const pending = and(eq(authFactors.user_id, userId), isNull(authFactors.verified_at))
  await commit(ctx, [
    ...owner.proof,
    check('factor_exists', notExists(verifiedFactor(ctx.db, userId))),
    step(ctx.db.delete(authFactors).where(pending)),
    step(
      ctx.db
        .insert(authFactors)
        .values({ id, user_id: userId, type: 'totp', secret: sealed, created_at: ctx.now.toISOString() }),
    ),
  ])
  return { id, type: 'totp', ...totpSetup(secret, owner.email) }
}
