import { createClient } from '@libsql/client/http'
import { and, asc, eq, gt } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/http'
import { readPortion, verifyPortion } from '../src/audit/verify-chain.ts'
import type { Database } from '../src/db/client.ts'
import { firms } from '../src/db/schema/index.ts'
import { databaseFromEnvironment } from './database.ts'
import { command } from './terminal.ts'

/**
 * `pnpm audit:verify [firm]`: verifies the hash chain of one firm's audit log, or of all, and names the first invalid
 * entry. Reads the database at LIBSQL_URL (token in LIBSQL_TOKEN), or that of the portal on this machine, in portions
 * of constant size.
 */

async function verifyFirm(db: Database, id: string, name: string): Promise<boolean> {
  let total = 0
  for (let place = { after: 0, hash: '' }; ; ) {
    const { checked, next, last, broken } = await verifyPortion(await readPortion(db, id, place.after), place)
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
  const db = drizzle(createClient(databaseFromEnvironment()))
  let broken = 0
  const [only] = process.argv.slice(2)
  for (let after = ''; ; ) {
    const page = await db
      .select({ id: firms.id, name: firms.name })
      .from(firms)
      .where(and(gt(firms.id, after), only === undefined ? undefined : eq(firms.id, only)))
      .orderBy(asc(firms.id))
      .limit(100)
    for (const { id, name } of page) if (!(await verifyFirm(db, id, name))) broken++
    const end = page.at(-1)
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
