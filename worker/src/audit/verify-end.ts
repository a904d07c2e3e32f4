import type { AuditVerdict } from '@portal/contract/audit'
import type { Anchor } from '../db/writer/anchors.ts'
import type { SqlValue, Statement } from '../db/statement.ts'

/**
 * Checks that the newest entry that the Writer has sealed still exists. The Writer stores its hash outside the
 * database, and keeps the missing one after new entries were sealed onto a shortened chain.
 * @returns the missing entry, or undefined
 */
export async function verifyEnd(
  read: (statement: Statement) => Promise<Record<string, SqlValue>[]>,
  firmId: string,
  anchor: Anchor | undefined,
): Promise<AuditVerdict['broken'] | undefined> {
  for (const place of [anchor?.missed, anchor]) {
    if (!place) continue
    const [row] = await read({
      sql: 'SELECT hash FROM audit_log WHERE firm_id = ? AND seq = ?',
      args: [firmId, place.seq],
    })
    if (row?.['hash'] === place.hash) continue
    return {
      number: place.number ?? place.seq,
      id: '',
      at: '',
      action: '',
      reason: 'It was sealed as the newest entry and is missing: the end of the audit log was cut off.',
    }
  }
  return undefined
}
