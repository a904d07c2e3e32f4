import type { FullReauthentication } from '@portal/contract/factors'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { authIdentities, authUsers } from '../../db/schema/index.ts'
import { commit, require, step } from '../../db/write.ts'
import { AppError, found } from '../../errors.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import { identityMail } from './mails.ts'
import { providerName } from './providers.ts'

/**
 * Unlinks an account at a provider.
 * @throws AppError `not_found` when it is not the caller's, `last_way_in` when there is no other way to sign in, and
 *   the errors of `reauthenticateFully`
 */
export async function unlinkIdentity(ctx: BookkeeperContext, id: string, proof: FullReauthentication): Promise<void> {
  const { userId } = ctx.actor
  const own = and(eq(authIdentities.id, id), eq(authIdentities.user_id, userId))
  const [identity] = await ctx.db
    .select({
      provider: authIdentities.provider,
      password: isNotNull(authUsers.password_hash),
      others: sql<number>`(SELECT count(*) FROM auth_identities o WHERE o.user_id = ${userId} AND o.id <> ${id})`,
    })
    .from(authIdentities)
    .innerJoin(authUsers, eq(authUsers.id, authIdentities.user_id))
    .where(own)
  const { provider, password, others } = found(identity)
  if (!password && others === 0) throw new AppError('last_way_in')
  const owner = await reauthenticateFully(ctx, proof)
  const otherWay = `EXISTS (SELECT 1 FROM auth_users WHERE id = ?1 AND password_hash IS NOT NULL)
    OR EXISTS (SELECT 1 FROM auth_identities WHERE user_id = ?1 AND id <> ?2)`
  await commit(ctx, [
    owner.stillValid,
    ...owner.consumeCode,
    require('last_way_in', otherWay, [userId, id]),
    step(ctx.db.delete(authIdentities).where(own), 'not_found'),
    audit(ctx, {
      action: 'identity.unlinked',
      subjectType: 'account',
      subjectId: userId,
      detail: { identity_id: id, provider },
    }),
    sendMail(ctx, identityMail(ctx, owner, providerName(ctx.settings, provider), 'unlinked')),
    publishToUser(ctx, userId, 'account.changed', {}),
  ])
  await owner.succeeded()
}
