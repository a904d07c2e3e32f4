import { StartError } from '../command/start-error.ts'
import type { Database } from '../database/database.ts'
import { withDatabase } from '../database/with-database.ts'
import { isShadow, readStatements, tableOf, virtualTable } from './dump.ts'

const BATCH_STATEMENTS = 200
const BATCH_BYTES = 1024 * 1024

/** Dropping a virtual table drops its shadow tables. */
const SELECT_DROPS = `
  SELECT format('DROP %s "%w"', s.type, s.name)
  FROM sqlite_schema s LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = s.name
  WHERE s.type <> 'index' AND l.type IS NOT 'shadow' AND s.name NOT LIKE 'sqlite_%' AND s.name NOT LIKE 'libsql_%'
  ORDER BY s.type = 'trigger' DESC, s.type = 'view' DESC, l.type = 'virtual' DESC`

/** Drops all tables, views and triggers of a database. */
export const wipeDatabase = (database: Database): Promise<void> =>
  withDatabase(database, async (_, client) => {
    const { rows } = await client.execute(SELECT_DROPS)
    await client.migrate(rows.map((row) => row[0] as string))
  })

/** Replaces string literals that contain a NUL with byte literals, because a NUL would end the statement. */
const withoutNul = (statement: string): string =>
  statement.includes('\0')
    ? statement.replace(/'(?:[^']|'')*'/g, (text) =>
        text.includes('\0')
          ? `CAST(X'${Buffer.from(text.slice(1, -1).replaceAll("''", "'")).toString('hex')}' AS TEXT)`
          : text,
      )
    : statement

/** Yields the statements of a dump, and then those that create virtual tables and fill them from other tables. */
async function* restoreStatements(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const virtual = new Map<string, string>()
  for await (const statement of readStatements(dump)) {
    const created = virtualTable(statement)
    if (created) virtual.set(created.name, created.create)
    else if (!/^(?:PRAGMA|BEGIN|COMMIT)\b/.test(statement) && !isShadow(tableOf(statement), virtual.keys()))
      yield withoutNul(statement)
  }
  for (const [name, create] of virtual) yield* [create, `INSERT INTO ${name}(${name}) VALUES ('rebuild')`]
}

/** Yields batches of statements, because a request and a transaction must not become too large. */
async function* inBatches(statements: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for await (const statement of statements) {
    batch.push(statement)
    bytes += statement.length
    if (batch.length < BATCH_STATEMENTS && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Loads a dump into an empty database.
 * @throws StartError when the database refuses a statement. Wipe it before you try again.
 */
export const loadDump = (database: Database, dump: AsyncIterable<Uint8Array>): Promise<void> =>
  withDatabase(database, async (_, client) => {
    // A migration does not check foreign keys, because a dump is not in the order of references.
    for await (const batch of inBatches(restoreStatements(dump)))
      await client.migrate(batch).catch((error: Error) => {
        throw new StartError(`The database refuses the backup: ${error.message}`)
      })
  })
