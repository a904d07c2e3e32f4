import type { Database } from '../database.ts'
import { StartError } from '../sqld.ts'
import { filledBy, isShadow, statementsOf, virtualTable } from './dump.ts'

/** Puts a dump into an empty database. */

const AT_ONCE = 200
const BYTES_AT_ONCE = 1024 * 1024

interface Answer {
  results: { type: string; error?: { message: string }; response?: { result?: { rows: { value?: string }[][] } } }[]
}

/** Runs statements in one transaction on a connection that does not look at foreign keys meanwhile: a dump is not in their order. */
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
      `The database refused: ${results[failed]?.error?.message ?? ''} (${requests[failed]?.stmt.sql.slice(0, 80) ?? ''})`,
    )
  return results
}

/** Names of what is in the database, of a kind. */
async function names(
  database: Database,
  kind: 'table' | 'trigger' | 'view',
): Promise<{ name: string; virtual: boolean }[]> {
  const sql = `SELECT name, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_schema WHERE type = '${kind}' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'libsql_%'`
  const results = await run(database, [sql])
  return (results[2]?.response?.result?.rows ?? []).map(([name, virtual]) => ({
    name: name?.value ?? '',
    virtual: virtual?.value === '1',
  }))
}

/** Empties a database: nothing of it is left, not even its tables. */
export async function wipeDatabase(database: Database): Promise<void> {
  const triggers = await names(database, 'trigger')
  const views = await names(database, 'view')
  const tables = await names(database, 'table')
  const virtual = new Set(tables.filter((t) => t.virtual).map((t) => t.name))
  // A virtual table takes its shadow tables along.
  const own = tables.filter((t) => !t.virtual && !isShadow(t.name, virtual))
  await run(database, [
    ...triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
    ...views.map(({ name }) => `DROP VIEW "${name}"`),
    ...[...virtual].map((name) => `DROP TABLE "${name}"`),
    ...own.map(({ name }) => `DROP TABLE "${name}"`),
  ])
}

/** A text that holds a NUL would end the statement there: such a literal is written as bytes. */
const withoutNul = (statement: string): string =>
  statement.includes('\0')
    ? statement.replace(/'(?:[^']|'')*'/g, (text) =>
        text.includes('\0')
          ? `CAST(X'${Buffer.from(text.slice(1, -1).replaceAll("''", "'")).toString('hex')}' AS TEXT)`
          : text,
      )
    : statement

/** What is to be run of a dump, in its order. */
async function* replayed(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const virtual = new Map<string, string>()
  const later: string[] = []
  for await (const statement of statementsOf(dump)) {
    const made = virtualTable(statement)
    if (made) virtual.set(made.name, made.create)
    const [, created] = /^CREATE TABLE (?:IF NOT EXISTS )?['"`]?(\w+)/i.exec(statement) ?? []
    const table = created ?? filledBy(statement)
    const skipped =
      made !== undefined ||
      /^(?:PRAGMA|BEGIN|COMMIT)\b/i.test(statement) ||
      (table !== undefined && isShadow(table, new Set(virtual.keys())))
    if (skipped) continue
    if (/^CREATE (?:UNIQUE )?(?:INDEX|TRIGGER|VIEW)/i.test(statement)) later.push(statement)
    else yield withoutNul(statement)
  }
  for (const [name, create] of virtual) yield* [create, `INSERT INTO ${name}(${name}) VALUES ('rebuild')`]
  // Last: triggers must not answer to rows that come back.
  yield* later
}

/** Throws StartError when a database holds any table. */
async function requireEmpty(database: Database): Promise<void> {
  if ((await names(database, 'table')).length > 0)
    throw new StartError('The database is not empty. Take a new one, or say --wipe.')
}

/**
 * Puts a dump into an empty database.
 * @throws StartError when it is not empty, or refuses a statement: then it holds a part, and is to be wiped first
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
  for await (const statement of replayed(dump)) {
    batch.push(statement)
    bytes += statement.length
    if (batch.length >= AT_ONCE || bytes >= BYTES_AT_ONCE) await send()
  }
  await send()
}
