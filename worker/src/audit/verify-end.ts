import type { AuditVerdict } from '@portal/contract/audit'
import type { Anchor } from '../db/writer/anchors.ts'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'

/**
 * Whether the newest entry that the Writer has sealed is still there: it remembers its seal outside the database, so that an end that
 * was cut off is missed. Also after new entries were sealed onto what was left: then it remembers the one that it missed.
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
      reason: 'It was sealed as the newest entry, and is gone: the end of the trail was cut off.',
    }
  }
  return undefined
}
