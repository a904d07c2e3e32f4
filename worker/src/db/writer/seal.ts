import type { SqlValue, Statement } from '../statement.ts'
import type { Sealed } from './anchors.ts'
import type { WriteOutcome } from './writer.ts'

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

/**
 * Seals the oldest unsealed entries, each onto the previous entry of its firm.
 * @param remember stores the new end of each firm's chain
 * @returns `more` if entries may be left, `done` if none are, or `failed` if it should be retried
 */
export async function sealAudit(
  run: (statements: Statement[]) => Promise<WriteOutcome>,
  remember: (sealed: readonly Sealed[]) => Promise<void>,
): Promise<'more' | 'done' | 'failed'> {
  const outcome = await run([
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
  if (!outcome.ok) return 'failed'
  const entries = outcome.rows[0] ?? []
  if (entries.length === 0) return 'done'
  const heads = new Map((outcome.rows[1] ?? []).map((r) => [String(r['firm_id']), String(r['hash'] ?? '')]))
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
  const sealed = await run([
    {
      sql: `UPDATE audit_log SET prev_hash = s.value ->> 'previous', hash = s.value ->> 'hash' FROM json_each(?) s
            WHERE audit_log.seq = s.value ->> 'seq' AND audit_log.hash IS NULL`,
      args: [JSON.stringify(seals)],
    },
  ])
  if (!sealed.ok) return 'failed'
  await remember([...ends.values()])
  return entries.length === SEAL_BATCH ? 'more' : 'done'
}
