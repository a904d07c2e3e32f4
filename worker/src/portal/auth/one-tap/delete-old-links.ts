import { ONE_TAP_KEPT_DAYS } from '@portal/contract/limits'
import { lt } from 'drizzle-orm'
import { oneTapLinks } from '../../../platform/db/schema/index.ts'
import { build, type Query } from '../../../platform/db/statement.ts'

/** Returns a query that deletes links whose owner can no longer ask for a new one, with their devices. */
export function deleteOldLinks(now: Date): Query {
  const before = new Date(now.getTime() - ONE_TAP_KEPT_DAYS * 86_400_000).toISOString()
  return build.delete(oneTapLinks).where(lt(oneTapLinks.expires_at, before))
}
