import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { StartError } from '../command/start-error.ts'
import { MIGRATIONS } from '../database/migrate.ts'

/** A migration. One of kind `contract` removes data that is no longer used, so it runs after the new release. */
export interface Migration {
  tag: string
  when: number
  hash: string
  kind: 'expand' | 'contract'
}

/** The first line of a contracting migration, which must say why the removed data is no longer used. */
const MARKER = /^-- contract: \S/

/** Returns the migrations in a folder, oldest first. */
export function treeMigrations(folder: string = MIGRATIONS): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return journal.entries.map(({ tag, when }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      tag,
      when,
      hash: createHash('sha256').update(sql).digest('hex'),
      kind: MARKER.test(sql) ? 'contract' : 'expand',
    }
  })
}

/** Migrations to apply before and after the worker is deployed. */
export interface Pending {
  before: Migration[]
  after: Migration[]
}

/** Returns the hashes of applied migrations by their time, or undefined for an empty database. */
async function applied(database: { url: string; authToken?: string }): Promise<Map<number, string> | undefined> {
  const client = createClient(database)
  try {
    const { rows } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
    if (rows.length === 0) return undefined
    const done = await client.execute('SELECT hash, created_at FROM __drizzle_migrations')
    return new Map(
      (done.rows as unknown as { hash: string; created_at: number | string }[]).map((r) => [
        Number(r.created_at),
        r.hash,
      ]),
    )
  } catch (error) {
    throw new StartError(`The database does not answer: ${(error as Error).message.split('\n')[0]}`)
  } finally {
    client.close()
  }
}

/**
 * Returns the pending migrations of a database.
 * @throws StartError when it does not answer, has unknown migrations, or needs two releases to be up to date
 */
export async function pendingMigrations(
  database: { url: string; authToken?: string },
  tree: readonly Migration[],
): Promise<Pending> {
  const done = await applied(database)
  // No release uses an empty database yet.
  if (!done) return { before: [...tree], after: [] }
  const known = new Map(tree.map((m) => [m.when, m]))
  for (const [when, hash] of done) {
    const migration = known.get(when)
    if (!migration) {
      const at = new Date(when).toISOString()
      throw new StartError(
        `The database has a migration (${at}) that is not in this source tree. Deploy a newer commit. ` +
          'To go back, roll back the worker instead.',
      )
    }
    if (migration.hash !== hash)
      throw new StartError(`${migration.tag} was changed after it was applied. Migrations never change.`)
  }
  const missing = tree.filter((m) => !done.has(m.when))
  const first = missing.findIndex((m) => m.kind === 'contract')
  const before = first < 0 ? missing : missing.slice(0, first)
  const after = first < 0 ? [] : missing.slice(first)
  const late = after.find((m) => m.kind === 'expand')
  if (late) {
    throw new StartError(
      `${late.tag} adds to the database, but follows ${after[0]?.tag ?? ''}, which removes from it. ` +
        `Deploy the commit before ${late.tag} first, then this one.`,
    )
  }
  return { before, after }
}
