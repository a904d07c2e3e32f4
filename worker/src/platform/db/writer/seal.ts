import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { bytesOf, keysWithinBudget, mayHaveMore } from '../read-budget.ts'
import { auditLog } from '../schema/index.ts'
import { build, type Query, type Row } from '../statement.ts'
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

const SEAL_BATCH = 100

/**
 * Returns the hash that seals an entry: SHA-256 in hex over the JSON of the previous hash and the entry's columns.
 * Older entries have no actor name and were sealed without it.
 */
export async function entryHash(previous: string, entry: Row): Promise<string> {
  const sealed = [previous, ...SEALED_COLUMNS.map((c) => entry[c] ?? null)]
  if (sealed.at(-1) === null) sealed.pop()
  const bytes = new TextEncoder().encode(JSON.stringify(sealed))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((b) => b.toString(16).padStart(2, '0')).join('')
}

/** Unsealed entries with their hashes. */
export interface Seal {
  /** Stores the hashes; undefined if there are no entries. */
  store: Query | undefined
  /** The new end of each firm's chain. */
  ends: Sealed[]
  /** Whether more unsealed entries may be left. */
  hasMore: boolean
}

const isUnsealed = isNull(auditLog.hash)

const bytes = bytesOf(auditLog.detail).as('bytes')
const oldest = build
  .select({ key: sql`${auditLog.seq}`.as('key'), bytes })
  .from(auditLog)
  .where(isUnsealed)
  .orderBy(asc(auditLog.seq))
  .limit(SEAL_BATCH)
const unsealed = build
  .select({ ...getTableColumns(auditLog), bytes })
  .from(auditLog)
  .where(inArray(auditLog.seq, keysWithinBudget(oldest)))
  .orderBy(asc(auditLog.seq))

/** The newest sealed entry of each firm with an unsealed one. */
function newestSealed() {
  const some = build
    .select({ firm_id: auditLog.firm_id })
    .from(auditLog)
    .where(isUnsealed)
    .orderBy(asc(auditLog.seq))
    .limit(SEAL_BATCH)
    .as('some')
  const firms = build.selectDistinct({ firm_id: some.firm_id }).from(some).as('firms')
  const newest = build
    .select({ hash: auditLog.hash })
    .from(auditLog)
    .where(and(eq(auditLog.firm_id, firms.firm_id), isNotNull(auditLog.hash)))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  return build.select({ firm_id: firms.firm_id, hash: sql<string | null>`(${newest})`.as('hash') }).from(firms)
}

/** Stores the hashes of entries that are still unsealed. */
const storeSeals = (seals: readonly { seq: number; previous: string; hash: string }[]): Query => sql`
  UPDATE audit_log SET prev_hash = s.value ->> 'previous', hash = s.value ->> 'hash'
  FROM json_each(${JSON.stringify(seals)}) s
  WHERE audit_log.seq = s.value ->> 'seq' AND audit_log.hash IS NULL`

/**
 * Chains the oldest unsealed entries, each to the previous entry of its firm.
 * @param read runs queries that only read, and returns the rows of each
 */
export async function sealOldest(read: (queries: Query[]) => Promise<Row[][]>): Promise<Seal> {
  const [entries = [], newest = []] = await read([unsealed, newestSealed()])
  const heads = new Map(newest.map((r) => [String(r['firm_id']), String(r['hash'] ?? '')]))
  const ends = new Map<string, Sealed>()
  const seals: { seq: number; previous: string; hash: string }[] = []
  for (const entry of entries) {
    const [firm, seq] = [String(entry['firm_id']), Number(entry['seq'])]
    const previous = heads.get(firm) ?? ''
    const hash = await entryHash(previous, entry)
    heads.set(firm, hash)
    ends.set(firm, { firm, onto: ends.get(firm)?.onto ?? previous, seq, number: Number(entry['number']), hash })
    seals.push({ seq, previous, hash })
  }
  return {
    store: seals.length > 0 ? storeSeals(seals) : undefined,
    ends: [...ends.values()],
    hasMore: mayHaveMore(entries as unknown as { bytes: number }[], SEAL_BATCH),
  }
}
