import { asc, gt } from 'drizzle-orm'
import { type ChainPlace, readPortion, verifyPortion } from '../../../worker/src/platform/audit/verify-chain.ts'
import type { Database as Connection } from '../../../worker/src/platform/db/client.ts'
import { auditLog, firms } from '../../../worker/src/platform/db/schema/index.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'

/** Verifies an audit log, portion by portion. */
export async function verifyLog(db: Connection, id: string) {
  let valid = 0
  for (let place: ChainPlace = { after: 0, hash: '' }; ; ) {
    const { checked, next, last, broken } = await verifyPortion(await readPortion(db, id, place.after), place)
    valid += checked
    if (!next) return { valid, last, broken }
    place = next
  }
}

/** Names each audit log: that of each firm, of the portal itself, and of firms that were removed. */
export async function* auditLogs(db: Connection): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const [ofFirm, ofEntry] = await db.batch([
      db.select({ id: firms.id }).from(firms).where(gt(firms.id, after)).orderBy(asc(firms.id)).limit(1),
      db
        .select({ id: auditLog.firm_id })
        .from(auditLog)
        .where(gt(auditLog.firm_id, after))
        .orderBy(asc(auditLog.firm_id))
        .limit(1),
    ])
    const [next] = [...ofFirm, ...ofEntry].map(({ id }) => id).toSorted()
    if (next === undefined) return
    yield next
    after = next
  }
}

/** Verifies every audit log. Returns the number of valid entries, and each log's first invalid one. */
export const checkAudit = (database: Database): Promise<{ sealed: number; broken: number[] }> =>
  withDatabase(database, async (db) => {
    const broken: number[] = []
    let sealed = 0
    for await (const id of auditLogs(db)) {
      const log = await verifyLog(db, id)
      sealed += log.valid
      if (log.broken) broken.push(log.broken.number)
    }
    return { sealed, broken }
  })
