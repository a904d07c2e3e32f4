import { WEBHOOK_LOG_DAYS } from '@portal/contract/limits'
import { and, lt, ne } from 'drizzle-orm'
import { webhookDeliveries } from '../../platform/db/schema/index.ts'
import { build, type Query } from '../../platform/db/statement.ts'

/** Returns a query that deletes deliveries older than the log keeps. */
export function deleteOldDeliveries(now: Date): Query {
  const before = new Date(now.getTime() - WEBHOOK_LOG_DAYS * 86_400_000).toISOString()
  return build
    .delete(webhookDeliveries)
    .where(and(lt(webhookDeliveries.created_at, before), ne(webhookDeliveries.state, 'waiting')))
}
