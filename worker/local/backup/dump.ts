import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'
import { StartError } from '../sqld.ts'

/** Reads dumps: a database as SQL. The database server writes a dump in one read transaction, so it is consistent. */

/** Number of rows of a table, and a hash over them in order. */
export interface TableSum {
  rows: number
  sha256: string
}

/** Opens the dump of a database. @throws StartError when the database does not provide it */
export async function openDump({ url, authToken }: Database): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(new URL('/dump', url), {
    headers: authToken ? { authorization: `Bearer ${authToken}` } : {},
  }).catch((error: Error) => {
    throw new StartError(`The database does not answer: ${error.message}`)
  })
  if (!response.ok || !response.body)
    throw new StartError(`The database cannot be dumped: it answered ${response.status}.`)
  return response.body
}

/**
 * Returns the position after the semicolon that ends the statement at `from`, or -1 if the statement is incomplete.
 * Strings, names, comments and triggers may contain other semicolons.
 */
function endOfStatement(sql: string, from: number): number {
  let at = from
  while (at < sql.length) {
    const c = sql[at]
    if (c === "'" || c === '"' || c === '`') {
      const close = sql.indexOf(c, at + 1)
      if (close < 0) return -1
      at = close + 1
    } else if (c === '-' && sql[at + 1] === '-') {
      const line = sql.indexOf('\n', at)
      if (line < 0) return -1
      at = line + 1
    } else if (c === ';') {
      const statement = sql.slice(from, at + 1)
      // CASE ends with END, too. The END of a trigger follows a semicolon.
      if (!/^\s*CREATE\s+TRIGGER/i.test(statement) || /;\s*END\s*;$/i.test(statement)) return at + 1
      at++
    } else at++
  }
  return -1
}

/** Yields the statements of a dump of any size. */
export async function* readStatements(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of dump) {
    rest += decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = endOfStatement(rest, from); end >= 0; end = endOfStatement(rest, from)) {
      yield rest.slice(from, end).trim()
      from = end
    }
    rest = rest.slice(from)
  }
  if (rest.trim()) yield rest.trim()
}

const INSERT = /^INSERT INTO ["`]?(\w+)["`]? VALUES/

/** Returns the table that a statement inserts into, if any. */
export const insertTarget = (statement: string): string | undefined => INSERT.exec(statement)?.[1]

/** Counts and hashes the rows of each table, without those of the search index, which is rebuilt from other rows. */
export async function sumTables(dump: AsyncIterable<Uint8Array>): Promise<Record<string, TableSum>> {
  const sums = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>()
  const virtual = new Set<string>()
  for await (const statement of readStatements(dump)) {
    const created = virtualTable(statement)
    if (created) virtual.add(created.name)
    const table = insertTarget(statement)
    if (!table || table === 'sqlite_sequence') continue
    const sum = sums.get(table) ?? { rows: 0, hash: createHash('sha256') }
    sum.rows++
    sum.hash.update(statement).update('\n')
    sums.set(table, sum)
  }
  const own = [...sums].filter(([table]) => !isShadow(table, virtual)).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(own.map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]))
}

/** Returns the virtual table that a statement of a dump adds to the schema, with its CREATE statement. */
export function virtualTable(statement: string): { name: string; create: string } | undefined {
  const [, name, create] =
    /^INSERT INTO sqlite_schema\(.*?\)\s*VALUES\('table','(\w+)','\w+',0,'(.*)'\);$/s.exec(statement) ?? []
  return name && create ? { name, create: create.replaceAll("''", "'") } : undefined
}

/** Returns whether a table is internal to a virtual table. */
export const isShadow = (table: string, virtual: ReadonlySet<string>): boolean =>
  [...virtual].some((name) => table.startsWith(`${name}_`))
