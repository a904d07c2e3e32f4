import { and, eq, exists, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { oneTapDevices, oneTapLinks } from '../../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../../platform/db/write.ts'
import { isUsable, selectLinks } from './find-link.ts'

type DeviceContext = Pick<Context, 'db' | 'now' | 'device'>

/** Returns the hash of the browser that a link is bound to. */
export const deviceHash = ({ device = '' }: DeviceContext): string => tokenHash(device)

/** Returns a step that makes a link work in this browser. */
export const addDevice = (ctx: DeviceContext, linkId: string): Step =>
  step(
    ctx.db
      .insert(oneTapDevices)
      .values({ link_id: linkId, device_hash: deviceHash(ctx), created_at: ctx.now.toISOString() })
      .onConflictDoNothing(),
  )

/**
 * Returns steps that bind an unused link to this browser. They fail with `session_expired` when the link can no longer
 * be used, or belongs to another browser.
 */
export function oneTapProof(ctx: DeviceContext, userId: string, linkId: string): Step[] {
  const device = deviceHash(ctx)
  const ofLink = eq(oneTapDevices.link_id, linkId)
  const here = ctx.db
    .select({ link_id: oneTapDevices.link_id })
    .from(oneTapDevices)
    .where(and(ofLink, eq(oneTapDevices.device_hash, device)))
  const usable = selectLinks(ctx, and(eq(oneTapLinks.id, linkId), eq(oneTapLinks.user_id, userId), isUsable(ctx)))
  return [
    check('session_expired', exists(usable)),
    // Of two browsers that open it at once, only one is the first.
    step(sql`INSERT INTO one_tap_devices (link_id, device_hash, created_at)
      SELECT ${linkId}, ${device}, ${ctx.now.toISOString()}
      WHERE NOT EXISTS (SELECT 1 FROM one_tap_devices WHERE one_tap_devices.link_id = ${linkId})`),
    check('session_expired', exists(here)),
  ]
}
