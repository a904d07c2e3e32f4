import { createClient } from '@libsql/client/http'
import { TRIGGERS } from '../../worker/src/platform/db/triggers/index.ts'
import { StartError } from '../command/start-error.ts'

/** A trigger or view, as SQLite lists it. */
export interface StoredTrigger {
  type: 'trigger' | 'view'
  name: string
  sql: string
}

/** Selects the triggers and views of a database. */
export const SELECT_TRIGGERS = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')"

/** A trigger or view that is not in a database as it is in worker/src/platform/db/triggers. */
export interface TriggerDifference {
  name: string
  /** What the database has, if anything. */
  stored: StoredTrigger | undefined
  /** The statement of worker/src/platform/db/triggers, if any. */
  wanted: string | undefined
}

const nameOf = (statement: string): string => /^CREATE (?:TRIGGER|VIEW) (\w+)/.exec(statement)?.[1] ?? statement
const withoutLayout = (statement: string | undefined): string | undefined => statement?.replace(/\s+/g, ' ').trim()

/** Compares triggers and views of a database with worker/src/platform/db/triggers. */
export function compareTriggers(stored: readonly StoredTrigger[]): TriggerDifference[] {
  const database = new Map(stored.map((trigger) => [trigger.name, trigger]))
  const source = new Map(TRIGGERS.map((statement) => [nameOf(statement), statement]))
  return [...new Set([...source.keys(), ...database.keys()])]
    .map((name) => ({ name, stored: database.get(name), wanted: source.get(name) }))
    .filter((each) => withoutLayout(each.stored?.sql) !== withoutLayout(each.wanted))
}

function describe({ name, stored, wanted }: TriggerDifference): string {
  if (!stored) return `${name} is missing`
  return wanted ? `${name} is different` : `${name} is unknown`
}

/**
 * Checks that a database has the triggers and views of worker/src/platform/db/triggers.
 * @throws StartError with the names of those that differ
 */
export async function checkTriggers(url: string, authToken?: string): Promise<void> {
  const client = createClient({ url, ...(authToken ? { authToken } : {}) })
  try {
    const { rows } = await client.execute(SELECT_TRIGGERS)
    const differences = compareTriggers(rows as unknown as StoredTrigger[])
    if (differences.length > 0) {
      const names = differences.map(describe).join(', ')
      throw new StartError(
        `The triggers of the database are not those of worker/src/platform/db/triggers: ${names}. ` +
          'After changing a trigger, run pnpm db:generate, which writes the migration.',
      )
    }
  } finally {
    client.close()
  }
}
