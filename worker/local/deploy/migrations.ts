import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { MIGRATIONS } from '../migrate.ts'
import { StartError } from '../sqld.ts'

/** A migration of this tree. `contract`: it takes away what nobody reads any more, and so runs after the release that stopped reading. */
export interface Migration {
  tag: string
  when: number
  hash: string
  kind: 'expand' | 'contract'
}

/** The first line of a contracting migration: why nobody needs any more what it takes away. */
const MARKER = /^-- contract: \S/

/** What may break code that still runs: it reads, or writes, what was there. */
const TAKES_AWAY: readonly [RegExp, string][] = [
  [/\bDROP\s+TABLE\b/i, 'drops a table'],
  [/\bDROP\s+VIEW\b/i, 'drops a view'],
  [/\bDROP\s+COLUMN\b/i, 'drops a column'],
  [/\bRENAME\s+(?:TO|COLUMN)\b/i, 'renames'],
  [/\bALTER\s+COLUMN\b/i, 'changes a column'],
  [/\bDELETE\s+FROM\b/i, 'deletes rows'],
]

/** Statements of a migration outside the bodies of triggers, without comments. */
function statements(sql: string): string[] {
  const bare = sql.replace(/--(?!> statement-breakpoint).*$/gm, '')
  const withoutTriggers = bare
    .split('--> statement-breakpoint')
    .map((s) => s.replace(/CREATE\s+TRIGGER[\s\S]*?\bEND\b\s*;?/gi, '').trim())
  // SQLite has no ALTER VIEW: one that is dropped and created again is changed, not taken away.
  const views = new Set([...bare.matchAll(/CREATE\s+VIEW\s+`?(\w+)/gi)].map((m) => m[1]))
  // Nor has it most of ALTER TABLE: a table is rebuilt under another name, which then takes its place.
  const rebuilt = new Set(
    [...bare.matchAll(/RENAME\s+TO\s+`?(\w+)/gi)].map((m) => m[1]).filter((name) => bare.includes(`__new_${name}`)),
  )
  const isRebuild = (s: string): boolean => {
    const [, dropped, renamed] =
      /^(?:DROP\s+TABLE\s+`?(\w+)`?|ALTER\s+TABLE\s+`?__new_\w+`?\s+RENAME\s+TO\s+`?(\w+)`?)\s*;$/i.exec(s) ?? []
    return rebuilt.has(dropped ?? renamed)
  }
  return withoutTriggers
    .filter((s) => !isRebuild(s))
    .map((s) => s.replace(/DROP\s+VIEW\s+`?(\w+)`?\s*;/gi, (drop, name: string) => (views.has(name) ? '' : drop)))
}

/** What a migration takes away, in words; empty for one that only adds. */
export function takesAway(sql: string): string[] {
  const made = new Set([...sql.matchAll(/CREATE\s+TABLE\s+`?(\w+)/gi)].map((m) => m[1]))
  const added = [...sql.matchAll(/ALTER\s+TABLE\s+\S+\s+ADD\s+(?:COLUMN\s+)?`?(\w+)/gi)].flatMap((m) => m[1] ?? [])
  return statements(sql).flatMap((statement) => {
    const found = TAKES_AWAY.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what)
    // A rule that holds from now on refuses what the running code still writes, unless the table or a column of it is new as well.
    const [, table, columns = ''] = /CREATE\s+UNIQUE\s+INDEX\s+\S+\s+ON\s+`?(\w+)`?\s*\(([^)]*)/i.exec(statement) ?? []
    return table && !made.has(table) && !added.some((column) => columns.includes(column))
      ? [...found, `narrows ${table}`]
      : found
  })
}

/** Whether a migration carries the marker of a contracting one. */
export const isMarked = (sql: string): boolean => MARKER.test(sql)

/** The migrations of this tree, oldest first. */
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
      kind: isMarked(sql) ? 'contract' : 'expand',
    }
  })
}

/** What is to be applied before the code that needs it, and what after. */
export interface Pending {
  before: Migration[]
  after: Migration[]
}

/** Migrations that a database has, by their time; undefined for an empty database. */
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
 * The migrations that a database lacks.
 * @throws StartError when it does not answer, knows migrations that this tree does not, or needs two releases to come up to date
 */
export async function pendingMigrations(
  database: { url: string; authToken?: string },
  tree: readonly Migration[],
): Promise<Pending> {
  const done = await applied(database)
  // Nobody reads an empty database yet.
  if (!done) return { before: [...tree], after: [] }
  const known = new Map(tree.map((m) => [m.when, m]))
  for (const [when, hash] of done) {
    const mine = known.get(when)
    if (!mine) {
      const at = new Date(when).toISOString()
      throw new StartError(
        `The database knows a migration (${at}) that this tree does not: deploy the newer tree. To go back, roll the worker back instead.`,
      )
    }
    if (mine.hash !== hash)
      throw new StartError(`${mine.tag} was changed after it was applied. Migrations never change.`)
  }
  const missing = tree.filter((m) => !done.has(m.when))
  const first = missing.findIndex((m) => m.kind === 'contract')
  const before = first < 0 ? missing : missing.slice(0, first)
  const after = first < 0 ? [] : missing.slice(first)
  const late = after.find((m) => m.kind === 'expand')
  if (late) {
    throw new StartError(
      `${late.tag} adds, but stands behind ${after[0]?.tag ?? ''}, which takes away: deploy the commit before ${late.tag} first, then this one.`,
    )
  }
  return { before, after }
}
