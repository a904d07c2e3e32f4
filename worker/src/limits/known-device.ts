import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { tokenHash } from '../crypto/secrets.ts'
import { authUsers, knownDevices } from '../db/schema/index.ts'

/**
 * Whether the request comes from a browser that the account of an address was used from. A browser without a cookie is not looked up, and
 * for any other the work is the same whether there is such an account or not.
 */
export async function isKnownDevice(
  ctx: Pick<Context, 'db' | 'device' | 'newDevice'>,
  email: string,
): Promise<boolean> {
  if (!ctx.device || ctx.newDevice) return false
  const known = await ctx.db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(authUsers, eq(authUsers.id, knownDevices.user_id))
    .where(and(eq(authUsers.email, email), eq(knownDevices.device_hash, tokenHash(ctx.device))))
  return known.length > 0
}
