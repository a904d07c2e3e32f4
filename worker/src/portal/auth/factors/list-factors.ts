import type { Factors } from '@portal/contract/factors'
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authFactors, authUsers, recoveryCodes } from '../../../platform/db/schema/index.ts'
import { found } from '../../../errors.ts'

/** Lists the verified second factors of the signed-in user, with the number of unused recovery codes. */
export async function listFactors(ctx: SignedIn): Promise<Factors> {
  const { userId } = ctx.actor
  const [factors, [codes], [user]] = await ctx.db.batch([
    ctx.db
      .select({
        id: authFactors.id,
        type: authFactors.type,
        created_at: authFactors.verified_at,
        last_used_at: authFactors.last_used_at,
      })
      .from(authFactors)
      .where(and(eq(authFactors.user_id, userId), isNotNull(authFactors.verified_at))),
    ctx.db
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at))),
    ctx.db
      .select({ password: isNotNull(authUsers.password_hash) })
      .from(authUsers)
      .where(eq(authUsers.id, userId)),
  ])
  return {
    factors: factors.map((factor) => ({ ...factor, created_at: factor.created_at ?? '' })),
    recovery_codes_left: codes?.left ?? 0,
    has_password: Boolean(found(user).password),
  }
}
