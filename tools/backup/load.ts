import { StartError } from '../command/start-error.ts'
import type { Database } from '../database/database.ts'
import { insertTarget, isShadow, readStatements, virtualTable } from './dump.ts'

/** Loads a dump into an empty database. */

const BATCH_STATEMENTS = 200
const BATCH_BYTES = 1024 * 1024

interface Answer {
  results: { type: string; error?: { message: string }; response?: { result?: { rows: { value?: string }[][] } } }[]
}

/** Runs statements in one transaction without foreign key checks, because a dump is not in the order of references. */
async function run({ url, authToken }: Database, statements: readonly string[]): Promise<Answer['results']> {
  const requests = ['PRAGMA foreign_keys=OFF', 'BEGIN IMMEDIATE', ...statements, 'COMMIT'].map((sql) => ({
    type: 'execute',
    stmt: { sql },
  }))
  const response = await fetch(new URL('/v2/pipeline', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authToken ? { authorization: `Bearer ${authToken}` } : {}) },
    body: JSON.stringify({ requests: [...requests, { type: 'close' }] }),
  })
  if (!response.ok) throw new StartError(`The database answered ${response.status}.`)
  const { results } = (await response.json()) as Answer
  const failed = results.findIndex((r) => r.type === 'error')
  if (failed >= 0)
    throw new StartError(
      `The database refused a statement: ${results[failed]?.error?.message ?? ''} ` +
        `(${requests[failed]?.stmt.sql.slice(0, 80) ?? ''})`,
    )
  return results
}

/** Lists the tables, triggers or views of a database. */
async function listObjects(
  database: Database,
  kind: 'table' | 'trigger' | 'view',
): Promise<{ name: string; virtual: boolean }[]> {
  const sql = `SELECT name, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_schema
    WHERE type = '${kind}' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'libsql_%'`
  const results = await run(database, [sql])
  return (results[2]?.response?.result?.rows ?? []).map(([name, virtual]) => ({
    name: name?.value ?? '',
    virtual: virtual?.value === '1',
  }))
}

/** Drops all tables, views and triggers of a database. */
export async function wipeDatabase(database: Database): Promise<void> {
  const triggers = await listObjects(database, 'trigger')
  const views = await listObjects(database, 'view')
  const tables = await listObjects(database, 'table')
  const virtual = new Set(tables.filter((t) => t.virtual).map((t) => t.name))
  // Dropping a virtual table drops its shadow tables.
  const own = tables.filter((t) => !t.virtual && !isShadow(t.name, virtual))
  await run(database, [
    ...triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
    ...views.map(({ name }) => `DROP VIEW "${name}"`),
    ...[...virtual].map((name) => `DROP TABLE "${name}"`),
    ...own.map(({ name }) => `DROP TABLE "${name}"`),
  ])
}

/** Replaces string literals that contain a NUL with byte literals, because a NUL would end the statement. */
const withoutNul = (statement: string): string =>
  statement.includes('\0')
    ? statement.replace(/'(?:[^']|'')*'/g, (text) =>
        text.includes('\0')
          ? `CAST(X'${Buffer.from(text.slice(1, -1).replaceAll("''", "'")).toString('hex')}' AS TEXT)`
          : text,
      )
    : statement

/** Yields the statements of a dump that restore it, in the order to run them. */
async function* restoreStatements(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const virtual = new Map<string, string>()
  const later: string[] = []
  for await (const statement of readStatements(dump)) {
    const virtualCreated = virtualTable(statement)
    if (virtualCreated) virtual.set(virtualCreated.name, virtualCreated.create)
    const [, created] = /^CREATE TABLE (?:IF NOT EXISTS )?['"`]?(\w+)/i.exec(statement) ?? []
    const table = created ?? insertTarget(statement)
    const skipped =
      virtualCreated !== undefined ||
      /^(?:PRAGMA|BEGIN|COMMIT)\b/i.test(statement) ||
      (table !== undefined && isShadow(table, new Set(virtual.keys())))
    if (skipped) continue
    if (/^CREATE (?:UNIQUE )?(?:INDEX|TRIGGER|VIEW)/i.test(statement)) later.push(statement)
    else yield withoutNul(statement)
  }
  for (const [name, create] of virtual) yield* [create, `INSERT INTO ${name}(${name}) VALUES ('rebuild')`]
  // Last, so that triggers do not run for restored rows.
  yield* later
}

/** Throws StartError when a database has any table. */
async function requireEmpty(database: Database): Promise<void> {
  if ((await listObjects(database, 'table')).length > 0)
    throw new StartError('The database is not empty. Use a new one, or pass --wipe.')
}

/**
 * Loads a dump into an empty database.
 * @throws StartError when the database is not empty or refuses a statement. Wipe it before you try again.
 */
export async function loadDump(database: Database, dump: AsyncIterable<Uint8Array>): Promise<void> {
  await requireEmpty(database)
  let batch: string[] = []
  let bytes = 0
  const send = async (): Promise<void> => {
    if (batch.length > 0) await run(database, batch)
    batch = []
    bytes = 0
  }
  for await (const statement of restoreStatements(dump)) {
    batch.push(statement)
    bytes += statement.length
    if (batch.length >= BATCH_STATEMENTS || bytes >= BATCH_BYTES) await send()
  }
  await send()
}
