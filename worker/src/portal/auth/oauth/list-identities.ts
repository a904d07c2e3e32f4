import type { Identities } from '@portal/contract/oauth'
import { asc, eq, isNotNull } from 'drizzle-orm'
import type { BookkeeperContext } from '../../../context.ts'
import { authIdentities, authUsers } from '../../../platform/db/schema/index.ts'
import { found } from '../../../errors.ts'
import { providerName } from './providers.ts'

/** Lists the provider accounts that are linked to the signed-in user. */
export async function listIdentities(ctx: BookkeeperContext): Promise<Identities> {
  const { userId } = ctx.actor
  const [rows, [user]] = await ctx.db.batch([
    ctx.db
      .select({
        id: authIdentities.id,
        provider: authIdentities.provider,
        email: authIdentities.email,
        created_at: authIdentities.created_at,
        last_used_at: authIdentities.last_used_at,
      })
      .from(authIdentities)
      .where(eq(authIdentities.user_id, userId))
      .orderBy(asc(authIdentities.id)),
    ctx.db
      .select({ password: isNotNull(authUsers.password_hash) })
      .from(authUsers)
      .where(eq(authUsers.id, userId)),
  ])
  const identities = rows.map((row) => ({ ...row, name: providerName(ctx.settings, row.provider) }))
  return { identities, has_password: Boolean(found(user).password) }
}
