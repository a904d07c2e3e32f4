import type { AuditVerdict } from '@portal/contract/audit'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import { entryHash, SEALED_COLUMNS } from '../db/writer/seal.ts'

type Row = Record<string, SqlValue>

/** Entries that one read brings. */
const PORTION = 500

/** Where a chain was left: the last entry that fits, and its seal. */
export interface ChainPlace {
  after: number
  hash: string
}

/** Why an entry does not fit onto the one before it; undefined where it does. */
async function complaint(row: Row, previous: string, before: number | undefined): Promise<string | undefined> {
  if (row['prev_hash'] !== previous) {
    return previous === ''
      ? 'It is not the first entry of the trail: what stood before it is gone.'
      : 'It does not follow the entry before it: an entry between them is gone, was moved, or was sealed anew.'
  }
  if (before !== undefined && row['number'] !== before + 1)
    return 'Its number does not follow that of the entry before it.'
  if (row['hash'] !== (await entryHash(previous, row)))
    return 'What it says is not what was sealed: it was changed afterwards.'
  return undefined
}

/**
 * Verifies a portion of a firm's chain: that each entry is what was sealed, on the seal of the one before. Finds what was changed,
 * removed or moved; an end that was cut off whole leaves no trace in the chain itself (see verify-end.ts). Entries of the last
 * moments, which are not sealed yet, are not looked at.
 */
export async function verifyPortion(
  read: (statement: Statement) => Promise<Row[]>,
  firmId: string,
  { after, hash }: ChainPlace,
): Promise<AuditVerdict> {
  const rows = await read({
    sql: `SELECT ${SEALED_COLUMNS.join(', ')}, number, prev_hash, hash FROM audit_log WHERE firm_id = ? AND seq > ? ORDER BY seq LIMIT ${PORTION}`,
    args: [firmId, after],
  })
  let [previous, before] = [after > 0 ? hash : '', after > 0 ? undefined : 0]
  let last: AuditVerdict['last'] = null
  let checked = 0
  for (const [i, row] of rows.entries()) {
    // Sealing goes in order: one that lacks its seal is new, or else those behind it have theirs.
    const isNew = row['hash'] === null && rows.slice(i).every((r) => r['hash'] === null)
    if (isNew) return { checked, next: null, last, broken: null }
    const reason = row['hash'] === null ? 'It has lost its seal.' : await complaint(row, previous, before)
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
