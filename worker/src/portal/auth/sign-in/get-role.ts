import type { Role } from '@portal/contract/statuses'
import { eq } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { profiles } from '../../../platform/db/schema/index.ts'

/**
 * Returns the current role of the signed-in user from the profile, not from the access token. Without a profile it is
 * bookkeeper, as in the default profile.
 */
export async function getRole(ctx: SignedIn): Promise<{ role: Role }> {
  const [profile] = await ctx.db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, ctx.actor.userId))
  return { role: profile?.role ?? 'bookkeeper' }
}
