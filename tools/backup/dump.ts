import { createHash } from 'node:crypto'
import { StartError } from '../command/start-error.ts'
import type { Database } from '../database/database.ts'

/**
 * Reads dumps: a database as SQL. The database server writes a dump in one read transaction, so it is consistent. It
 * loads a dump only when it creates a database, so the statements are taken apart here.
 */

/** Number of rows of a table, and a hash over them in order. */
export interface TableSum {
  rows: number
  sha256: string
}

/** Tells how far a command is. Called for each piece of data, so it prints only some of the lines. */
export type Tell = (line: string) => void

/** Passes bytes on and tells how many: in percent of `total`, or in megabytes if the total is unknown. */
export async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  { tell, what, total = 0 }: { tell: Tell; what: string; total?: number },
): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of bytes) {
    done += chunk.length
    tell(`${what}: ${total > 0 ? `${Math.floor((100 * done) / total)}%` : `${Math.floor(done / 1e6)} MB`}`)
    yield chunk
  }
}

/** Opens the dump of a database. @throws StartError when the database does not provide it */
export async function openDump({ url, authToken }: Database): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(new URL('/dump', url), {
    headers: {
      // The server compresses tiny pieces: half the size, but it takes 35 times as long to read.
      'accept-encoding': 'identity',
      ...(authToken ? { authorization: `Bearer ${authToken}` } : {}),
    },
  }).catch((error: Error) => {
    throw new StartError(`The database does not answer: ${error.message}`)
  })
  if (!response.ok || !response.body)
    throw new StartError(`The database cannot be dumped: it answered ${response.status}.`)
  return response.body
}

/** What opens a string, a name or a comment, and what ends it. All of these may contain semicolons. */
const ENDS: Record<string, string> = { "'": "'", '"': '"', '`': '`', '--': '\n' }
const MARK = /['"`;]|--/g

/**
 * Yields the position after each semicolon in a piece of SQL that is not in a string, name or comment. What the piece
 * leaves open stays in `open.end`, where the next piece goes on.
 */
function* semicolons(sql: string, open: { end: string }): Generator<number> {
  for (let at = 0; ; ) {
    if (open.end) {
      const end = sql.indexOf(open.end, at)
      if (end < 0) return
      at = end + 1
      open.end = ''
    }
    MARK.lastIndex = at
    const [mark] = MARK.exec(sql) ?? []
    if (!mark) return
    at = MARK.lastIndex
    if (mark === ';') yield at
    else open.end = ENDS[mark] ?? ''
  }
}

/** Returns whether a trigger goes on after a semicolon. CASE ends with END, too, but not directly after a semicolon. */
const isPartOfTrigger = (sql: string): boolean => /^\s*CREATE\s+TRIGGER/i.test(sql) && !/;\s*END\s*;$/i.test(sql)

/** Yields the statements of a dump of any size. Reads each piece once, because one statement can have megabytes. */
export async function* readStatements(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const open = { end: '' }
  let parts: string[] = []
  let dash = ''
  for await (const chunk of dump) {
    const sql = dash + decoder.decode(chunk, { stream: true })
    let from = 0
    for (const end of semicolons(sql, open)) {
      parts.push(sql.slice(from, end))
      from = end
      const statement = parts.join('')
      if (isPartOfTrigger(statement)) continue
      parts = []
      yield statement.trim()
    }
    // The next piece may begin with the second dash of a comment.
    dash = !open.end && sql.endsWith('-') ? '-' : ''
    parts.push(sql.slice(from, sql.length - dash.length))
  }
  const last = (parts.join('') + dash).trim()
  if (last) yield last
}

/** Returns the table that a statement of a dump creates or inserts into, if any. */
export const tableOf = (statement: string): string | undefined =>
  /^(?:CREATE TABLE(?: IF NOT EXISTS)?|INSERT INTO) ['"`]?(\w+)/.exec(statement)?.[1]

/** Counts and hashes the rows of each table, without those of the search index, which is rebuilt from other rows. */
export async function sumTables(dump: AsyncIterable<Uint8Array>): Promise<Record<string, TableSum>> {
  const sums = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>()
  const virtual = new Set<string>()
  for await (const statement of readStatements(dump)) {
    const created = virtualTable(statement)
    if (created) virtual.add(created.name)
    const table = tableOf(statement)
    if (!table || !statement.startsWith('INSERT') || table.startsWith('sqlite_')) continue
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
export const isShadow = (table: string | undefined, virtual: Iterable<string>): boolean =>
  [...virtual].some((name) => table?.startsWith(`${name}_`))
