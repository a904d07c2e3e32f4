import { createClient } from '@libsql/client/http'
import { type ChainPlace, verifyPortion } from '../../src/audit/verify-chain.ts'
import type { SqlValue, Statement } from '../../src/db/statement.ts'
import type { Database } from '../database.ts'

/** Verifies every firm's audit log. Returns the number of valid entries, and each log's first invalid one. */
export async function checkAudit(database: Database): Promise<{ sealed: number; broken: number[] }> {
  const client = createClient(database)
  const read = async ({ sql, args }: Statement) =>
    (await client.execute({ sql, args: [...args] })).rows as unknown as Record<string, SqlValue>[]
  const broken: number[] = []
  let sealed = 0
  try {
    for (const { firm_id: firm } of await read({ sql: 'SELECT DISTINCT firm_id FROM audit_log', args: [] })) {
      for (let place: ChainPlace | null = { after: 0, hash: '' }; place; ) {
        const { checked, next, broken: invalid } = await verifyPortion(read, String(firm), place)
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
