import { createClient } from '@libsql/client/http'
import type { SqlValue } from '../../src/db/writer/hrana.ts'
import { entryHash, SEALED_COLUMNS } from '../../src/db/writer/seal.ts'
import type { Database } from '../database.ts'

const AT_ONCE = 1000

/** Counts sealed entries of the audit trail, and names those whose hash does not follow from their content and the entry before. */
export async function checkAudit(database: Database): Promise<{ sealed: number; broken: number[] }> {
  const client = createClient(database)
  const heads = new Map<string, string>()
  const broken: number[] = []
  let sealed = 0
  try {
    for (let after = 0; ; ) {
      const { rows } = await client.execute({
        sql: `SELECT ${SEALED_COLUMNS.join(', ')}, prev_hash, hash FROM audit_log WHERE seq > ? AND hash IS NOT NULL ORDER BY seq LIMIT ${AT_ONCE}`,
        args: [after],
      })
      for (const row of rows as unknown as Record<string, SqlValue>[]) {
        const firm = String(row['firm_id'])
        const previous = heads.get(firm) ?? ''
        const hash = await entryHash(previous, row)
        if (row['hash'] !== hash || (row['prev_hash'] ?? '') !== previous) broken.push(Number(row['seq']))
        heads.set(firm, String(row['hash']))
        sealed++
        after = Number(row['seq'])
      }
      if (rows.length < AT_ONCE) return { sealed, broken }
    }
  } finally {
    client.close()
  }
}
