import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../crypto/secrets.ts'
import { authUsers, knownDevices } from '../db/schema/index.ts'

/** Selects this browser among those from which the account of an email address was used before. */
export const knownDevice = ({ db, device = '' }: Pick<Context, 'db' | 'device'>, email: string) =>
  db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(authUsers, eq(authUsers.id, knownDevices.user_id))
    .where(and(eq(authUsers.email, email), eq(knownDevices.device_hash, tokenHash(device))))

/**
 * Returns whether the account of an email address was used from this browser before. A browser without a device cookie
 * is not looked up; for any other, the work is the same whether the account exists or not.
 */
export async function isKnownDevice(
  ctx: Pick<Context, 'db' | 'device' | 'newDevice'>,
  email: string,
): Promise<boolean> {
  if (!ctx.device || ctx.newDevice) return false
  return (await knownDevice(ctx, email)).length > 0
}
