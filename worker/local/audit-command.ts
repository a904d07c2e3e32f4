import { type Client, createClient } from '@libsql/client/http'
import { verifyPortion } from '../src/audit/verify-chain.ts'
import { databaseFromEnvironment } from './database.ts'
import { command } from './terminal.ts'

/**
 * `pnpm audit:verify [firm]`: verifies the hash chain of each firm's audit log, or of one, in the database at LIBSQL_URL (token in
 * LIBSQL_TOKEN) or that of the portal on this machine, and names the first entry that does not fit. Reads in portions: a trail of any length
 * takes the same memory.
 */

async function verifyFirm(db: Client, id: string, name: string): Promise<boolean> {
  const read = async ({ sql, args }: { sql: string; args: readonly (string | number | null)[] }) =>
    (await db.execute({ sql, args: [...args] })).rows as unknown as Record<string, string | number | null>[]
  let total = 0
  for (let place = { after: 0, hash: '' }; ; ) {
    const { checked, next, last, broken } = await verifyPortion(read, id, place)
    total += checked
    if (broken) {
      console.log(
        `✗ ${name} (${id}): entry ${broken.number} of ${broken.at} (${broken.action}) does not fit. ${broken.reason} ${total} before it fit.`,
      )
      return false
    }
    if (!next) {
      console.log(
        `✓ ${name} (${id}): ${total} entries${last ? `, the last is ${last.number} with the seal ${last.hash}` : ''}`,
      )
      return true
    }
    place = next
  }
}

await command(async () => {
  const db = createClient(databaseFromEnvironment())
  let broken = 0
  const [only] = process.argv.slice(2)
  for (let after = ''; ; ) {
    const sql = 'SELECT id, name FROM firms WHERE id > ? AND (? IS NULL OR id = ?) ORDER BY id LIMIT 100'
    const firms = (await db.execute({ sql, args: [after, only ?? null, only ?? null] })).rows as unknown as {
      id: string
      name: string
    }[]
    for (const { id, name } of firms) if (!(await verifyFirm(db, id, name))) broken++
    const end = firms.at(-1)
    if (!end) break
    after = end.id
  }
  console.log(
    broken > 0
      ? `${broken} with entries that do not fit.`
      : 'Every entry fits. The portal itself detects a missing end: Profile, Audit log, Verify.',
  )
  process.exitCode = broken > 0 ? 1 : 0
})
