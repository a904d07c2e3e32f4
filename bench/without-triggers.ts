import type { Client } from '@libsql/client/http'

/** Runs `task` without the triggers, which would do row by row what is known here for all. */
export async function withoutTriggers(db: Client, task: () => Promise<void>): Promise<void> {
  const { rows } = await db.execute(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql IS NOT NULL`)
  const triggers = rows as unknown as { name: string; sql: string }[]
  await db.batch(
    triggers.map(({ name }) => `DROP TRIGGER ${name}`),
    'write',
  )
  try {
    await task()
  } finally {
    await db.batch(
      triggers.map(({ sql }) => sql),
      'write',
    )
  }
}
