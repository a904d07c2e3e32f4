import type { FullReauthentication } from '@portal/contract/factors'
import { and, eq, exists, isNotNull, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { BookkeeperContext } from '../../../context.ts'
import { authIdentities, authUsers } from '../../../platform/db/schema/index.ts'
import { check, commit, step } from '../../../platform/db/write.ts'
import { AppError, found } from '../../../errors.ts'
import { sendMail, publishToUser } from '../../../platform/outbox/enqueue.ts'
import { auditAccount } from '../accounts.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import { identityMail } from '../mails.ts'
import { providerName } from './providers.ts'

/**
 * Unlinks an account at a provider.
 * @throws AppError `not_found` when it is not the caller's, `last_sign_in_method` when there is no other way to sign
 *   in, and the errors of `reauthenticateFully`
 */
export async function unlinkIdentity(ctx: BookkeeperContext, id: string, proof: FullReauthentication): Promise<void> {
  const { userId } = ctx.actor
  const own = and(eq(authIdentities.id, id), eq(authIdentities.user_id, userId))
  const others = alias(authIdentities, 'others')
  const otherWay = ctx.db
    .select({ id: authUsers.id })
    .from(authUsers)
    .leftJoin(others, and(eq(others.user_id, authUsers.id), ne(others.id, id)))
    .where(and(eq(authUsers.id, userId), or(isNotNull(authUsers.password_hash), isNotNull(others.id))))
  const [[identity], ways] = await ctx.db.batch([
    ctx.db.select({ provider: authIdentities.provider }).from(authIdentities).where(own),
    otherWay,
  ])
  const { provider } = found(identity)
  if (ways.length === 0) throw new AppError('last_sign_in_method')
  const owner = await reauthenticateFully(ctx, proof)
  await commit(ctx, [
    ...owner.proof,
    check('last_sign_in_method', exists(otherWay)),
    step(ctx.db.delete(authIdentities).where(own), 'not_found'),
    auditAccount(ctx.actor, 'identity.unlinked', { identity_id: id, provider }),
    sendMail(ctx, identityMail(ctx, owner, providerName(ctx.settings, provider), 'unlinked')),
    publishToUser(ctx, userId, 'account.changed', {}),
  ])
  await owner.succeeded()
}
