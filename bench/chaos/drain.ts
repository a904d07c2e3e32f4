import { setTimeout as wait } from 'node:timers/promises'
import type { Stand } from './stand.ts'

/** What is still to come when nobody does anything any more. */

interface Left {
  outbox: number
  digests: number
  unsealed: number
}

const ONE = 'SELECT (SELECT count(*) FROM outbox WHERE done_at IS NULL AND dead_at IS NULL'
const REST = '(SELECT count(*) FROM audit_log WHERE hash IS NULL) AS unsealed'

async function left({ db }: Stand, digests: boolean): Promise<Left> {
  const { rows } = await db.execute(
    `${ONE}) AS outbox, ${digests ? '(SELECT count(*) FROM mail_digests)' : '0'} AS digests, ${REST}`,
  )
  return rows[0] as unknown as Left
}

/**
 * Waits until everything that must follow has followed, however long a delay has grown meanwhile; not for ever.
 * @param digests whether also news that wait to go as one mail: they do not go while their reader has the portal open
 * @returns what was still left in the end
 */
export async function drained(stand: Stand, digests: boolean, patience: number): Promise<Left> {
  const until = Date.now() + patience
  for (;;) {
    const now = await left(stand, digests)
    if (now.outbox + now.digests + now.unsealed === 0 || Date.now() > until) return now
    await wait(200)
  }
}
