import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@libsql/client/http'
import type { World } from './world.ts'

const PATIENCE_MS = 120_000
const OPEN = `SELECT (SELECT count(*) FROM audit_log WHERE hash IS NULL)
  + (SELECT count(*) FROM outbox WHERE kind = 'event' AND done_at IS NULL AND dead_at IS NULL) AS n`

/**
 * Waits until a portal has nothing to write any more of what was asked before: it would count as the cost of what comes next, and who holds the
 * lock of the database for long loses it to whoever waits.
 * @throws Error when the portal does not come to rest
 */
export async function settled({ stack }: World): Promise<void> {
  const db = createClient({ url: stack.sqld.url })
  try {
    for (const until = Date.now() + PATIENCE_MS; ; await wait(100)) {
      const left = Number((await db.execute(OPEN)).rows[0]?.['n'])
      if (left === 0) return
      if (Date.now() > until) throw new Error(`the portal does not come to rest: ${left} wait`)
    }
  } finally {
    db.close()
  }
}
