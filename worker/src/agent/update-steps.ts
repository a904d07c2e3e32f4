import { type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/statement.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import { type ClientUpdate, CURRENT, updateList } from './client-update.ts'
import type { SendContext } from './compose-follow-up.ts'
import { plannedSteps, rowOf } from './planned-steps.ts'
import { sendSteps } from './send-steps.ts'

function wishesStep(updates: readonly ClientUpdate[]): Step[] {
  if (updates.every((d) => d.wishes.length === 0)) return []
  const rows = updateList(updates, ({ wishes }) => ({
    wishes: wishes.map((w) => ({ ...w, wishes: JSON.stringify(w.wishes) })),
  }))
  const statement = {
    sql: `INSERT INTO agent_assignments (submission_id, wishes, wishes_source, notes_hash)
          SELECT w.value ->> 'submission_id', w.value ->> 'wishes', w.value ->> 'source', w.value ->> 'hash'
          FROM ${CURRENT} CROSS JOIN json_each(j.value, '$.wishes') w WHERE true
          ON CONFLICT (submission_id) DO UPDATE SET wishes = excluded.wishes, wishes_source = excluded.wishes_source,
            notes_hash = excluded.notes_hash`,
    args: [rows],
  }
  return [step(statement)]
}

/** Returns whether the planned follow-ups differ from the stored ones. */
function hasChanges({ state, rows, due }: ClientUpdate): boolean {
  const stored = state.followUps.filter((f) => f.state === 'planned')
  const key = (
    f: Record<'day' | 'kind' | 'about' | 'subject' | 'text', string> & { skip: number; ready: number },
  ): string => JSON.stringify([f.day, f.kind, f.skip, f.about, f.subject, f.text, f.ready])
  return due.length > 0 || stored.map(key).toSorted().join() !== rows.map(rowOf).map(key).toSorted().join()
}

/** Returns the steps of a batch of updates. An update does nothing when its client has changed since. */
export function updateSteps(at: SendContext, updates: readonly ClientUpdate[]): Step[] {
  const changed = updates.filter(hasChanges)
  const events: readonly SqlValue[] = [updateList(changed)]
  return [
    ...(changed.length > 0 ? plannedSteps(at, changed) : []),
    ...wishesStep(updates),
    ...sendSteps(at, updates),
    ...(changed.length > 0
      ? [
          publishToEach({ now: at.queuedAt }, 'follow_up.changed', {
            sql: `SELECT c.bookkeeper_id AS user_id, json_object('client_id', c.id) AS ids
                  FROM ${CURRENT} CROSS JOIN book_clients c ON c.id = g.client_id`,
            args: events,
          }),
        ]
      : []),
    step({
      sql: `UPDATE agent_clients SET next_at = x.next_at, revision = revision + 1
            FROM (SELECT g.client_id, j.value ->> 'next_at' AS next_at FROM ${CURRENT}) x
            WHERE agent_clients.client_id = x.client_id`,
      args: [updateList(updates, ({ next_at }) => ({ next_at }))],
    }),
  ]
}
