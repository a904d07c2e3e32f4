import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { knownDevices } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { enqueueEach } from '../../outbox/enqueue.ts'
import { describeUserAgent } from './describe-user-agent.ts'
import { newDeviceMail } from '../mails.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import type { SessionUser } from './session.ts'

/** How many browsers are remembered per account. The ones used last are kept. */
const DEVICES_MAX = 50

type DeviceContext = Pick<Context, 'db' | 'now' | 'device'>

/** Returns steps that add the browser of the request to the known devices of the account. */
export function rememberDevice(ctx: DeviceContext, userId: string): Step[] {
  if (!ctx.device) return []
  const at = ctx.now.toISOString()
  const row = { id: uuidv7(), user_id: userId, device_hash: tokenHash(ctx.device), created_at: at, last_seen_at: at }
  const kept = sql`(SELECT id FROM known_devices WHERE user_id = ${userId}
    ORDER BY last_seen_at DESC, id DESC LIMIT ${DEVICES_MAX})`
  return [
    step(
      ctx.db
        .insert(knownDevices)
        .values(row)
        .onConflictDoUpdate({ target: [knownDevices.user_id, knownDevices.device_hash], set: { last_seen_at: at } }),
    ),
    step(
      ctx.db.delete(knownDevices).where(and(eq(knownDevices.user_id, userId), sql`${knownDevices.id} NOT IN ${kept}`)),
    ),
  ]
}

/** Returns steps after which only the browser of the request is known, for use after a password change. */
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
  const isNew = {
    sql: `SELECT ? AS recipient, ? AS payload
          WHERE EXISTS (SELECT 1 FROM audit_log
              WHERE subject_type = 'account' AND subject_id = ? AND action = 'account.signed_in')
            AND NOT EXISTS (SELECT 1 FROM known_devices WHERE user_id = ? AND device_hash = ?)`,
    args: [`mail:${mail.to}`, JSON.stringify(mail), user.userId, user.userId, tokenHash(ctx.device)],
  }
  return [enqueueEach(ctx, 'mail', isNew), ...rememberDevice(ctx, user.userId)]
}
