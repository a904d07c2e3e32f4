import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { knownDevices } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { enqueueEach } from '../../outbox/enqueue.ts'
import { describeAgent } from './describe-user-agent.ts'
import { newDeviceMail } from '../mails.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import type { Person } from './sessions.ts'

/** Browsers that are remembered per account: the ones used last. */
const DEVICES_MAX = 50

type DeviceContext = Pick<Context, 'db' | 'now' | 'device'>

/** Steps that remember the browser of the request as one of the account's. */
export function rememberDevice(ctx: DeviceContext, userId: string): Step[] {
  if (!ctx.device) return []
  const at = ctx.now.toISOString()
  const row = { id: uuidv7(), user_id: userId, device_hash: tokenHash(ctx.device), created_at: at, last_seen_at: at }
  const kept = sql`(SELECT id FROM known_devices WHERE user_id = ${userId} ORDER BY last_seen_at DESC, id DESC LIMIT ${DEVICES_MAX})`
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

/** Steps after which only the browser of the request is known: what holds after a password was replaced. */
export function knowOnlyThisDevice(ctx: DeviceContext, userId: string): Step[] {
  if (!ctx.device) return []
  const others = and(eq(knownDevices.user_id, userId), ne(knownDevices.device_hash, tokenHash(ctx.device)))
  return [step(ctx.db.delete(knownDevices).where(others)), ...rememberDevice(ctx, userId)]
}

/**
 * Steps for a sign-in: a mail to the owner where they have signed in before, but never from this browser, which is remembered from now on.
 * Setting the password or confirming the address in another browser is no sign-in. Whether it is new is judged inside the batch, before
 * the entry about this sign-in.
 */
export function arriveFromDevice(ctx: DeviceContext & Pick<Context, 'origin' | 'userAgent'>, person: Person): Step[] {
  if (!ctx.device) return []
  const mail = newDeviceMail(ctx, person, { browser: describeAgent(ctx.userAgent), at: ctx.now })
  const isNew = {
    sql: `SELECT ? AS recipient, ? AS payload
          WHERE EXISTS (SELECT 1 FROM audit_log WHERE subject_type = 'account' AND subject_id = ? AND action = 'account.signed_in')
            AND NOT EXISTS (SELECT 1 FROM known_devices WHERE user_id = ? AND device_hash = ?)`,
    args: [`mail:${mail.to}`, JSON.stringify(mail), person.userId, person.userId, tokenHash(ctx.device)],
  }
  return [enqueueEach(ctx, 'mail', isNew), ...rememberDevice(ctx, person.userId)]
}
