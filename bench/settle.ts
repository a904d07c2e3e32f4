import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@libsql/client/http'
import type { World } from './world.ts'

const PATIENCE_MS = 120_000

/**
 * Waits until a portal has nothing left to do of what was asked before: what it seals and delivers later would count as the cost of what comes next.
 * @throws Error when it does not come to rest
 */
export async function settle(world: World): Promise<void> {
  const db = createClient({ url: world.stack.sqld.url })
  const waiting = `SELECT (SELECT count(*) FROM audit_log WHERE hash IS NULL) + (SELECT count(*) FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND next_at <= ?) AS n`
  try {
    for (const until = Date.now() + PATIENCE_MS; ; await wait(200)) {
      const { rows } = await db.execute({ sql: waiting, args: [new Date().toISOString()] })
      const left = Number(rows[0]?.['n'])
      if (left === 0) return
      if (Date.now() > until) throw new Error(`the portal does not come to rest: ${left} wait`)
    }
  } finally {
    db.close()
  }
}
