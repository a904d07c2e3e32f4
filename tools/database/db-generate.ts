import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { VIRTUAL_TABLES } from '../../worker/src/platform/db/virtual-tables.ts'
import { MIGRATIONS } from './migrate.ts'
import { compareTriggers, SELECT_TRIGGERS, type StoredTrigger, type TriggerDifference } from './triggers.ts'

/**
 * `pnpm db:generate [--name <name>]`: writes the migration for what changed in worker/src/platform/db/schema and
 * worker/src/platform/db/triggers.
 */

const BREAKPOINT = '\n--> statement-breakpoint\n'

function generate(...args: string[]): void {
  const worker = join(import.meta.dirname, '../../worker')
  const { status } = spawnSync(join(worker, 'node_modules/.bin/drizzle-kit'), ['generate', ...args], {
    cwd: worker,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Returns the names of the migrations, oldest first; none before the initial one is generated. */
function migrationTags(): string[] {
  if (!existsSync(MIGRATIONS)) return []
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return journal.entries.map(({ tag }) => tag)
}

/** Returns how the triggers after all migrations differ from those in the code, and missing virtual tables. */
function differencesAfterMigrations(): { triggers: TriggerDifference[]; tables: string[] } {
  const database = new DatabaseSync(':memory:')
  for (const { sql } of readMigrationFiles({ migrationsFolder: MIGRATIONS }))
    for (const statement of sql) database.exec(statement)
  const named = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
  return {
    triggers: compareTriggers(database.prepare(SELECT_TRIGGERS).all() as unknown as StoredTrigger[]),
    tables: Object.keys(VIRTUAL_TABLES).filter((name) => !named.get(name)),
  }
}

/** Returns the statements that replace, add or remove the triggers that differ. */
function statementsFor(differences: readonly TriggerDifference[]): string[] {
  return [
    ...differences.flatMap(({ stored }) => (stored ? `DROP ${stored.type.toUpperCase()} ${stored.name};` : [])),
    ...differences.flatMap(({ wanted }) => (wanted ? `${wanted};` : [])),
  ]
}

const before = migrationTags().length
generate(...process.argv.slice(2))
const { triggers, tables } = differencesAfterMigrations()
if (triggers.length + tables.length > 0) {
  const hasSchemaChanges = migrationTags().length > before
  if (!hasSchemaChanges) generate('--custom', '--name', 'triggers')
  const file = join(MIGRATIONS, `${migrationTags().at(-1)}.sql`)
  const schemaChanges = hasSchemaChanges ? [readFileSync(file, 'utf8').trimEnd()] : []
  const added = tables.map((name) => `${VIRTUAL_TABLES[name]};`)
  writeFileSync(file, `${[...schemaChanges, ...added, ...statementsFor(triggers)].join(BREAKPOINT)}\n`)
  console.log(`Virtual tables and triggers: ${[...tables, ...triggers.map(({ name }) => name)].join(', ')}`)
}
if (migrationTags().length > before)
  console.log(
    'If it removes or narrows anything that the running release uses, see docs/operating/deploy.md#migrations.',
  )
