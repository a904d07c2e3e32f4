import { type Client, createClient } from '@libsql/client/http'
import { verifyPortion } from '../src/audit/verify-chain.ts'
import { databaseFromEnvironment } from './database.ts'
import { command } from './terminal.ts'

/**
 * `pnpm audit:verify [firm]`: verifies the hash chain of one firm's audit log, or of all, and names the first invalid
 * entry. Reads the database at LIBSQL_URL (token in LIBSQL_TOKEN), or that of the portal on this machine, in portions
 * of constant size.
 */

async function verifyFirm(db: Client, id: string, name: string): Promise<boolean> {
  const read = async ({ sql, args }: { sql: string; args: readonly (string | number | null)[] }) =>
    (await db.execute({ sql, args: [...args] })).rows as unknown as Record<string, string | number | null>[]
  let total = 0
  for (let place = { after: 0, hash: '' }; ; ) {
    const { checked, next, last, broken } = await verifyPortion(read, id, place)
    total += checked
    if (broken) {
      const entry = `entry ${broken.number} of ${broken.at} (${broken.action})`
      console.log(`✗ ${name} (${id}): ${entry} is invalid. ${broken.reason} The ${total} entries before it are valid.`)
      return false
    }
    if (!next) {
      const end = last ? `; the last is ${last.number} with the hash ${last.hash}` : ''
      console.log(`✓ ${name} (${id}): ${total} valid entries${end}`)
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
      ? `Audit logs with invalid entries: ${broken}.`
      : 'All entries are valid. To detect missing entries at the end, use Profile, Audit log, Verify in the portal.',
  )
  process.exitCode = broken > 0 ? 1 : 0
})
