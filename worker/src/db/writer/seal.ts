import type { SqlValue, Statement } from '../statement.ts'
import type { Sealed } from './anchors.ts'

/** Columns of an audit entry that its hash covers, in this order, after the previous entry's hash. */
export const SEALED_COLUMNS = [
  'seq',
  'id',
  'firm_id',
  'actor_id',
  'actor_role',
  'action',
  'subject_type',
  'subject_id',
  'client_id',
  'detail',
  'at',
  'actor_name',
] as const
type Entry = Record<string, SqlValue>

const SEAL_BATCH = 100

/**
 * Returns the hash that seals an entry: SHA-256 in hex over the JSON of the previous hash and the entry's columns.
 * Older entries have no actor name and were sealed without it.
 */
export async function entryHash(previous: string, entry: Entry): Promise<string> {
  const sealed = [previous, ...SEALED_COLUMNS.map((c) => entry[c] ?? null)]
  if (sealed.at(-1) === null) sealed.pop()
  const bytes = new TextEncoder().encode(JSON.stringify(sealed))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((b) => b.toString(16).padStart(2, '0')).join('')
}

/** Unsealed entries with their hashes. */
export interface Seal {
  /** Stores the hashes; none if there are no entries. */
  statements: Statement[]
  /** The new end of each firm's chain. */
  ends: Sealed[]
  /** Whether more unsealed entries may be left. */
  hasMore: boolean
}

/**
 * Chains the oldest unsealed entries, each to the previous entry of its firm.
 * @param read runs statements that only read, and returns the rows of each
 */
export async function sealOldest(read: (statements: Statement[]) => Promise<Entry[][]>): Promise<Seal> {
  const [entries = [], newest = []] = await read([
    {
      sql: `SELECT ${SEALED_COLUMNS.join(', ')}, number FROM audit_log
              WHERE hash IS NULL ORDER BY seq LIMIT ${SEAL_BATCH}`,
      args: [],
    },
    {
      // The newest sealed entry of each firm.
      sql: `SELECT f.firm_id, (SELECT hash FROM audit_log s WHERE s.firm_id = f.firm_id AND s.hash IS NOT NULL
                ORDER BY s.seq DESC LIMIT 1) AS hash
              FROM (SELECT DISTINCT firm_id
                FROM (SELECT firm_id FROM audit_log WHERE hash IS NULL ORDER BY seq LIMIT ${SEAL_BATCH})) f`,
      args: [],
    },
  ])
  const heads = new Map(newest.map((r) => [String(r['firm_id']), String(r['hash'] ?? '')]))
  const ends = new Map<string, Sealed>()
  const seals: { seq: SqlValue; previous: string; hash: string }[] = []
  for (const entry of entries) {
    const firm = String(entry['firm_id'])
    const previous = heads.get(firm) ?? ''
    const hash = await entryHash(previous, entry)
    heads.set(firm, hash)
    ends.set(firm, {
      firm,
      onto: ends.get(firm)?.onto ?? previous,
      seq: Number(entry['seq']),
      number: Number(entry['number']),
      hash,
    })
    seals.push({ seq: entry['seq'] ?? null, previous, hash })
  }
  const store: Statement = {
    sql: `UPDATE audit_log SET prev_hash = s.value ->> 'previous', hash = s.value ->> 'hash' FROM json_each(?) s
          WHERE audit_log.seq = s.value ->> 'seq' AND audit_log.hash IS NULL`,
    args: [JSON.stringify(seals)],
  }
  return {
    statements: seals.length > 0 ? [store] : [],
    ends: [...ends.values()],
    hasMore: entries.length === SEAL_BATCH,
  }
}
