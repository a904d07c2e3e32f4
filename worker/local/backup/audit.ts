import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { type ChainPlace, readPortion, verifyPortion } from '../../src/audit/verify-chain.ts'
import { auditLog } from '../../src/db/schema/index.ts'
import type { Database } from '../database.ts'

/** Verifies every firm's audit log. Returns the number of valid entries, and each log's first invalid one. */
export async function checkAudit(database: Database): Promise<{ sealed: number; broken: number[] }> {
  const client = createClient(database)
  const db = drizzle(client)
  const broken: number[] = []
  let sealed = 0
  try {
    for (const { firm } of await db.selectDistinct({ firm: auditLog.firm_id }).from(auditLog)) {
      for (let place: ChainPlace | null = { after: 0, hash: '' }; place; ) {
        const portion = await readPortion(db, firm, place.after)
        const { checked, next, broken: invalid } = await verifyPortion(portion, place)
        sealed += checked
        if (invalid) broken.push(invalid.number)
        place = invalid ? null : next
      }
    }
    return { sealed, broken }
  } finally {
    client.close()
  }
}
