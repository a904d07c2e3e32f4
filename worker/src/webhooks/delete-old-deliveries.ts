import { WEBHOOK_LOG_DAYS } from '@portal/contract/limits'
import type { Statement } from '../db/statement.ts'

/** Returns a statement that deletes deliveries older than the log keeps. */
export function deleteOldDeliveries(now: Date): Statement {
  const before = new Date(now.getTime() - WEBHOOK_LOG_DAYS * 86_400_000).toISOString()
  return { sql: `DELETE FROM webhook_deliveries WHERE created_at < ? AND state <> 'waiting'`, args: [before] }
}
