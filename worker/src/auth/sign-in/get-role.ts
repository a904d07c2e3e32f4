import type { Role } from '@portal/contract/statuses'
import { eq } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { profiles } from '../../db/schema/index.ts'

/** The role on the profile now, whatever the access token says (get_user_role). Without a profile: the default one's, bookkeeper. */
export async function getRole(ctx: SignedIn): Promise<{ role: Role }> {
  const [profile] = await ctx.db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, ctx.actor.userId))
  return { role: profile?.role ?? 'bookkeeper' }
}
