import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { oneTapDevices, oneTapLinks } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { deviceHash } from './proof-steps.ts'

/**
 * Returns steps after which the links of a person ask for a code in this browser, too: the next person at it finds
 * their addresses in its history. The links stay used, so that no other browser becomes the first.
 */
export function forgetBrowser(ctx: Pick<Context, 'db' | 'now' | 'device'>, userId: string): Step[] {
  const links = ctx.db.select({ id: oneTapLinks.id }).from(oneTapLinks).where(eq(oneTapLinks.user_id, userId))
  const here = and(eq(oneTapDevices.device_hash, deviceHash(ctx)), inArray(oneTapDevices.link_id, links))
  const used = ctx.db
    .select({
      link_id: oneTapDevices.link_id,
      device_hash: sql<string>`''`.as('device_hash'),
      created_at: oneTapDevices.created_at,
    })
    .from(oneTapDevices)
    .where(here)
  return [
    step(ctx.db.insert(oneTapDevices).select(used).onConflictDoNothing()),
    step(ctx.db.delete(oneTapDevices).where(here)),
  ]
}
