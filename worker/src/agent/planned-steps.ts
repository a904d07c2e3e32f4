import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import { localTime } from '../time/time-zone.ts'
import { type ClientUpdate, CURRENT, updateList } from './client-update.ts'
import type { SendContext } from './compose-follow-up.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'

/** Returns the row of a planned follow-up. The bookkeeper's text is `ready` while the facts are unchanged. */
export const rowOf = ({
  day,
  kind,
  at,
  skip,
  about,
  subject,
  text,
  source,
  facts_hash,
  hash,
  ready,
}: PlannedFollowUp) => ({
  day,
  kind,
  at: at.toISOString(),
  skip: Number(skip),
  about: JSON.stringify(about),
  subject,
  text,
  source,
  facts_hash,
  ready: Number(ready && facts_hash === hash),
})

/** Returns the steps that store planned follow-ups. Others are removed, unless the bookkeeper has changed them. */
export function plannedSteps({ now }: SendContext, updates: readonly ClientUpdate[]): Step[] {
  const days = updateList(updates, ({ state, rows }) => ({
    today: localTime(state.client.time_zone, now).day,
    days: rows.map((r) => `${r.day} ${r.kind}`),
  }))
  return [
    step({
      sql: `UPDATE follow_ups SET state = iif(skip = 1 AND day < x.today, 'skipped', 'held')
            FROM (SELECT g.client_id, j.value ->> 'today' AS today, j.value -> 'days' AS days FROM ${CURRENT}) x
            WHERE follow_ups.client_id = x.client_id AND state = 'planned'
              AND day || ' ' || kind NOT IN (SELECT value FROM json_each(x.days))`,
      args: [days],
    }),
    step({
      sql: `DELETE FROM follow_ups WHERE state = 'held' AND skip = 0 AND source <> 'bookkeeper'
              AND client_id IN (SELECT value ->> 'client' FROM json_each(?))`,
      args: [days],
    }),
    step({
      sql: `INSERT INTO follow_ups (id, client_id, bookkeeper_id, day, kind, state, skip, at, about, subject, text,
              source, facts_hash, ready)
            SELECT ${uuidSql(now.getTime())}, g.client_id, j.value ->> 'bookkeeper', r.value ->> 'day',
              r.value ->> 'kind', 'planned', r.value ->> 'skip', r.value ->> 'at', r.value ->> 'about',
              r.value ->> 'subject', r.value ->> 'text', r.value ->> 'source', r.value ->> 'facts_hash',
              r.value ->> 'ready'
            FROM ${CURRENT} CROSS JOIN json_each(j.value, '$.rows') r WHERE true
            ON CONFLICT (client_id, day, kind) DO UPDATE SET state = 'planned', skip = excluded.skip,
              at = excluded.at, about = excluded.about, subject = excluded.subject, text = excluded.text,
              source = excluded.source, facts_hash = excluded.facts_hash, ready = excluded.ready
            WHERE follow_ups.state <> 'sent'`,
      args: [
        updateList(updates, ({ state, rows }) => ({ bookkeeper: state.client.bookkeeper_id, rows: rows.map(rowOf) })),
      ],
    }),
  ]
}
