import { OUTBOX_DEAD_DAYS } from '@portal/contract/limits'
import { lt } from 'drizzle-orm'
import { deleteOldGuestLinks } from '../auth/guests/delete-old-guest-links.ts'
import { deleteOldLinks } from '../auth/one-tap/delete-old-links.ts'
import { idempotencyKeys, mailReports, outbox } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'
import { endExpiredPush } from '../notifications/push/end-expired.ts'
import { deleteOldFailures } from '../outbox/due-failures.ts'
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries.ts'

const KEEP_DONE_DAYS = 7

/** Returns queries that delete rows that are no longer needed. */
export function oldRows(now: Date): Query[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const before = daysAgo(KEEP_DONE_DAYS)
  return [
    build.delete(outbox).where(lt(outbox.done_at, before)),
    build.delete(outbox).where(lt(outbox.dead_at, daysAgo(OUTBOX_DEAD_DAYS))),
    deleteOldLinks(now),
    deleteOldGuestLinks(before),
    build.delete(mailReports).where(lt(mailReports.at, before)),
    build.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, before)),
    deleteOldDeliveries(now),
    deleteOldFailures(now),
    endExpiredPush(now),
  ]
}
