import type { AuditVerdict } from '@portal/contract/audit'
import type { SqlValue, Statement } from '../db/statement.ts'
import { entryHash, SEALED_COLUMNS } from '../db/writer/seal.ts'

type Row = Record<string, SqlValue>

/** Entries per read. */
const PORTION = 500

/** Position in the chain: the last verified entry and its hash. */
export interface ChainPlace {
  after: number
  hash: string
}

/** Returns why an entry does not follow the previous one, or undefined if it does. */
async function findDefect(row: Row, previous: string, before: number | undefined): Promise<string | undefined> {
  if (row['prev_hash'] !== previous) {
    return previous === ''
      ? 'It is not the first entry of the audit log: the entries before it are missing.'
      : 'It does not follow the previous entry: an entry in between was removed, moved or sealed again.'
  }
  if (before !== undefined && row['number'] !== before + 1)
    return 'Its number does not follow the number of the previous entry.'
  if (row['hash'] !== (await entryHash(previous, row)))
    return 'Its content does not match its seal: it was changed afterwards.'
  return undefined
}

/**
 * Verifies a portion of a firm's chain: each entry must match its hash and follow the previous entry. Finds entries
 * that were changed, removed or moved, except when the end of the chain was cut off (see verify-end.ts). Skips new
 * entries that are not sealed yet.
 */
export async function verifyPortion(
  read: (statement: Statement) => Promise<Row[]>,
  firmId: string,
  { after, hash }: ChainPlace,
): Promise<AuditVerdict> {
  const rows = await read({
    sql: `SELECT ${SEALED_COLUMNS.join(', ')}, number, prev_hash, hash FROM audit_log WHERE firm_id = ? AND seq > ?
      ORDER BY seq LIMIT ${PORTION}`,
    args: [firmId, after],
  })
  let [previous, before] = [after > 0 ? hash : '', after > 0 ? undefined : 0]
  let last: AuditVerdict['last'] = null
  let checked = 0
  for (const [i, row] of rows.entries()) {
    // Entries are sealed in order, so an unsealed entry is new only if no later entry is sealed.
    const isNew = row['hash'] === null && rows.slice(i).every((r) => r['hash'] === null)
    if (isNew) return { checked, next: null, last, broken: null }
    const reason = row['hash'] === null ? 'It has lost its seal.' : await findDefect(row, previous, before)
    const number = Number(row['number'])
    if (reason) {
      const [id, at, action] = ['id', 'at', 'action'].map((column) => String(row[column] ?? ''))
      return { checked, next: null, last, broken: { number, id: id ?? '', at: at ?? '', action: action ?? '', reason } }
    }
    previous = String(row['hash'])
    before = number
    last = { number, hash: previous }
    checked++
  }
  const next = rows.length === PORTION ? { after: Number(rows.at(-1)?.['seq']), hash: previous } : null
  return { checked, next, last, broken: null }
}
