import { WEBHOOK_LOG_DAYS } from '@portal/contract/limits'
import { sql } from 'drizzle-orm'
import { webhookDeliveries } from '../db/schema/index.ts'
import { toStatement, type WriteStatement } from '../db/statement.ts'

/** Returns a statement that deletes deliveries older than the log keeps. */
export function deleteOldDeliveries(now: Date): WriteStatement {
  const before = new Date(now.getTime() - WEBHOOK_LOG_DAYS * 86_400_000).toISOString()
  const { created_at, state } = webhookDeliveries
  return toStatement(sql`DELETE FROM ${webhookDeliveries} WHERE ${created_at} < ${before} AND ${state} <> 'waiting'`)
}
