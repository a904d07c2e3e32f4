import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'
import { StartError } from '../sqld.ts'

/** The text of a database as SQL, and what is in it. The database server writes it in one read transaction: it is of one moment. */

/** Rows of a table, and a hash over them in their order. */
export interface TableSum {
  rows: number
  sha256: string
}

/** Opens the dump of a database. @throws StartError when it cannot be had */
export async function openDump({ url, authToken }: Database): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(new URL('/dump', url), {
    headers: authToken ? { authorization: `Bearer ${authToken}` } : {},
  }).catch((error: Error) => {
    throw new StartError(`The database does not answer: ${error.message}`)
  })
  if (!response.ok || !response.body)
    throw new StartError(`The database gives no dump: it answered ${response.status}.`)
  return response.body
}

/** Where the statement ends that begins at `from`: behind its semicolon; -1 while that has not come. Texts, names, comments and triggers may hold others. */
function endOf(sql: string, from: number): number {
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
      if (!/^\s*CREATE\s+TRIGGER/i.test(statement) || /\bEND\s*;$/i.test(statement)) return at + 1
      at++
    } else at++
  }
  return -1
}

/** The statements of a dump, one by one, however large it is. */
export async function* statementsOf(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of dump) {
    rest += decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = endOf(rest, from); end >= 0; end = endOf(rest, from)) {
      yield rest.slice(from, end).trim()
      from = end
    }
    rest = rest.slice(from)
  }
  if (rest.trim()) yield rest.trim()
}

const INSERT = /^INSERT INTO ["`]?(\w+)["`]? VALUES/

/** The table that a statement fills, if it does. */
export const filledBy = (statement: string): string | undefined => INSERT.exec(statement)?.[1]

/** Counts and hashes the rows of each table. Tables of the search index are left out: they are made anew from the rows they index. */
export async function sumUp(dump: AsyncIterable<Uint8Array>): Promise<Record<string, TableSum>> {
  const sums = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>()
  const virtual = new Set<string>()
  for await (const statement of statementsOf(dump)) {
    const made = virtualTable(statement)
    if (made) virtual.add(made.name)
    const table = filledBy(statement)
    if (!table || table === 'sqlite_sequence') continue
    const sum = sums.get(table) ?? { rows: 0, hash: createHash('sha256') }
    sum.rows++
    sum.hash.update(statement).update('\n')
    sums.set(table, sum)
  }
  const own = [...sums].filter(([table]) => !isShadow(table, virtual)).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(own.map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]))
}

/** The virtual table that a dump writes into the schema by hand, with the statement that makes it. */
export function virtualTable(statement: string): { name: string; create: string } | undefined {
  const [, name, create] =
    /^INSERT INTO sqlite_schema\(.*?\)\s*VALUES\('table','(\w+)','\w+',0,'(.*)'\);$/s.exec(statement) ?? []
  return name && create ? { name, create: create.replaceAll("''", "'") } : undefined
}

/** Whether a table belongs to the inside of a virtual one. */
export const isShadow = (table: string, virtual: ReadonlySet<string>): boolean =>
  [...virtual].some((name) => table.startsWith(`${name}_`))
