import type { AuditVerdict } from '@portal/contract/audit'
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { bytesOf, keysWithinBudget, mayHaveMore } from '../db/read-budget.ts'
import { auditLog } from '../db/schema/index.ts'
import { entryHash } from '../db/writer/seal.ts'

type ChainEntry = typeof auditLog.$inferSelect

/** Entries per read. */
const PORTION = 500

/** Position in the chain: the last verified entry and its hash. */
export interface ChainPlace {
  after: number
  hash: string
}

/** A portion of a firm's chain, in order. */
export interface Portion {
  entries: readonly ChainEntry[]
  /** Whether entries may follow. */
  hasMore: boolean
}

/** Reads the next portion of a firm's chain, up to its newest seal: the entries after it are not sealed yet. */
export async function readPortion(db: Database, firmId: string, after: number): Promise<Portion> {
  const newestSeal = db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(and(eq(auditLog.firm_id, firmId), isNotNull(auditLog.hash)))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  const bytes = bytesOf(auditLog.detail).as('bytes')
  const next = db
    .select({ key: sql`${auditLog.seq}`.as('key'), bytes })
    .from(auditLog)
    .where(and(eq(auditLog.firm_id, firmId), gt(auditLog.seq, after), lte(auditLog.seq, newestSeal)))
    .orderBy(asc(auditLog.seq))
    .limit(PORTION)
  const entries = await db
    .select({ ...getTableColumns(auditLog), bytes })
    .from(auditLog)
    .where(inArray(auditLog.seq, keysWithinBudget(next)))
    .orderBy(asc(auditLog.seq))
  return { entries, hasMore: mayHaveMore(entries, PORTION) }
}

/** Returns why an entry does not follow the previous one, or undefined if it does. */
async function findDefect(entry: ChainEntry, previous: string, before: number | undefined) {
  if (entry.hash === null) return 'It has lost its seal.'
  if (entry.prev_hash !== previous) {
    return previous === ''
      ? 'It is not the first entry of the audit log: the entries before it are missing.'
      : 'It does not follow the previous entry: an entry in between was removed, moved or sealed again.'
  }
  if (before !== undefined && entry.number !== before + 1)
    return 'Its number does not follow the number of the previous entry.'
  if (entry.hash !== (await entryHash(previous, entry)))
    return 'Its content does not match its seal: it was changed afterwards.'
  return undefined
}

/**
 * Verifies a portion of a firm's chain: each entry must match its hash and follow the previous entry. Finds entries
 * that were changed, removed or moved, except when the end of the chain was cut off (see verify-end.ts).
 */
export async function verifyPortion({ entries, hasMore }: Portion, place: ChainPlace): Promise<AuditVerdict> {
  let [previous, before] = place.after > 0 ? [place.hash, undefined] : ['', 0]
  let last: AuditVerdict['last'] = null
  for (const [checked, entry] of entries.entries()) {
    const reason = await findDefect(entry, previous, before)
    const number = Number(entry.number)
    if (reason) {
      const { id, at, action } = entry
      return { checked, next: null, last, broken: { number, id, at, action, reason } }
    }
    previous = entry.hash ?? ''
    before = number
    last = { number, hash: previous }
  }
  const end = hasMore ? entries.at(-1) : undefined
  return { checked: entries.length, next: end ? { after: end.seq, hash: previous } : null, last, broken: null }
}
