import type { Passkeys } from '@portal/contract/passkeys'
import { desc, eq } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { passkeys } from '../../../platform/db/schema/index.ts'

/** Lists the passkeys of the signed-in user, newest first. */
export async function listPasskeys(ctx: SignedIn): Promise<Passkeys> {
  const own = await ctx.db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      synced: passkeys.synced,
      created_at: passkeys.created_at,
      last_used_at: passkeys.last_used_at,
    })
    .from(passkeys)
    .where(eq(passkeys.user_id, ctx.actor.userId))
    .orderBy(desc(passkeys.id))
  return { passkeys: own }
}
