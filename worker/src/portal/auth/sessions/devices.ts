import { and, desc, eq, ne, notInArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { auditLog, knownDevices } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { enqueueEach } from '../../../platform/outbox/enqueue.ts'
import { describeUserAgent } from './describe-user-agent.ts'
import { newDeviceMail } from '../mails.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import type { SessionUser } from './session.ts'

/** How many browsers are remembered per account. The ones used last are kept. */
const DEVICES_MAX = 50

type DeviceContext = Pick<Context, 'db' | 'now' | 'device'>

/** Returns steps that add the browser of the request to the known devices of the account. */
export function rememberDevice(ctx: DeviceContext, userId: string): Step[] {
  if (!ctx.device) return []
  const at = ctx.now.toISOString()
  const row = { id: uuidv7(), user_id: userId, device_hash: tokenHash(ctx.device), created_at: at, last_seen_at: at }
  const kept = ctx.db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.user_id, userId))
    .orderBy(desc(knownDevices.last_seen_at), desc(knownDevices.id))
    .limit(DEVICES_MAX)
  return [
    step(
      ctx.db
        .insert(knownDevices)
        .values(row)
        .onConflictDoUpdate({ target: [knownDevices.user_id, knownDevices.device_hash], set: { last_seen_at: at } }),
    ),
    step(ctx.db.delete(knownDevices).where(and(eq(knownDevices.user_id, userId), notInArray(knownDevices.id, kept)))),
  ]
}

/** Returns steps after which only the browser of the request is known, for use after a password change and the like. */
export function forgetOtherDevices(ctx: DeviceContext, userId: string): Step[] {
  if (!ctx.device) return []
  const others = and(eq(knownDevices.user_id, userId), ne(knownDevices.device_hash, tokenHash(ctx.device)))
  return [step(ctx.db.delete(knownDevices).where(others)), ...rememberDevice(ctx, userId)]
}

/**
 * Returns steps for a sign-in: they remember the browser, and mail the owner when the account was used before, but
 * never from this browser. They must precede the audit entry of the sign-in, which counts as earlier use.
 */
export function signInDeviceSteps(
  ctx: DeviceContext & Pick<Context, 'origin' | 'userAgent'>,
  user: SessionUser,
): Step[] {
  if (!ctx.device) return []
  const mail = newDeviceMail(ctx, user, { browser: describeUserAgent(ctx.userAgent), at: ctx.now })
  const isUsed = and(
    eq(auditLog.subject_type, 'account'),
    eq(auditLog.subject_id, user.userId),
    eq(auditLog.action, 'account.signed_in'),
  )
  const isKnown = and(eq(knownDevices.user_id, user.userId), eq(knownDevices.device_hash, tokenHash(ctx.device)))
  const isNew = sql`SELECT ${`mail:${mail.to}`} AS recipient, ${JSON.stringify(mail)} AS payload
    WHERE EXISTS (SELECT 1 FROM ${auditLog} WHERE ${isUsed})
      AND NOT EXISTS (SELECT 1 FROM ${knownDevices} WHERE ${isKnown})`
  return [enqueueEach(ctx, 'mail', isNew), ...rememberDevice(ctx, user.userId)]
}
