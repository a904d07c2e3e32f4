import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { MIGRATIONS } from './migrate.ts'
import { compareTriggers, SELECT_TRIGGERS, type StoredTrigger, type TriggerDifference } from './triggers.ts'

/**
 * `pnpm db:generate [--name <name>]`: writes the migration for what changed in worker/src/db/schema and
 * worker/src/db/triggers.
 */

const BREAKPOINT = '\n--> statement-breakpoint\n'

function generate(...args: string[]): void {
  const worker = join(import.meta.dirname, '..')
  const { status } = spawnSync(join(worker, 'node_modules/.bin/drizzle-kit'), ['generate', ...args], {
    cwd: worker,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Returns the names of the migrations, oldest first. */
function migrationTags(): string[] {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return journal.entries.map(({ tag }) => tag)
}

/** Returns how the triggers after all migrations differ from worker/src/db/triggers. */
function differencesAfterMigrations(): TriggerDifference[] {
  const database = new DatabaseSync(':memory:')
  for (const { sql } of readMigrationFiles({ migrationsFolder: MIGRATIONS }))
    for (const statement of sql) database.exec(statement)
  return compareTriggers(database.prepare(SELECT_TRIGGERS).all() as unknown as StoredTrigger[])
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
const differences = differencesAfterMigrations()
if (differences.length > 0) {
  const hasSchemaChanges = migrationTags().length > before
  if (!hasSchemaChanges) generate('--custom', '--name', 'triggers')
  const file = join(MIGRATIONS, `${migrationTags().at(-1)}.sql`)
  const schemaChanges = hasSchemaChanges ? [readFileSync(file, 'utf8').trimEnd()] : []
  writeFileSync(file, `${[...schemaChanges, ...statementsFor(differences)].join(BREAKPOINT)}\n`)
  console.log(`Triggers: ${differences.map(({ name }) => name).join(', ')}`)
}
