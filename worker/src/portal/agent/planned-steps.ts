import { and, eq, ne, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { followUps } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { localTime } from '../../platform/time/time-zone.ts'
import type { AgentClient } from './client-state.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'

/** Returns the row of a planned follow-up. The bookkeeper's text is `ready` while the facts are unchanged. */
export function rowOf(planned: PlannedFollowUp) {
  const { day, kind, skip, about, subject, text, source, facts_hash } = planned
  const ready = planned.ready && facts_hash === planned.hash
  return { day, kind, skip, at: planned.at.toISOString(), about, subject, text, source, facts_hash, ready }
}

/** Returns a query that stores planned follow-ups (at least one) of a client, except on days that were sent. */
export function storePlanned(
  db: Database,
  { client_id, bookkeeper_id }: Pick<AgentClient, 'client_id' | 'bookkeeper_id'>,
  planned: readonly PlannedFollowUp[],
) {
  const rows = planned.map((p) => ({ id: uuidv7(), client_id, bookkeeper_id, state: 'planned' as const, ...rowOf(p) }))
  return db
    .insert(followUps)
    .values(rows)
    .onConflictDoUpdate({
      target: [followUps.client_id, followUps.day, followUps.kind, followUps.number],
      set: {
        state: 'planned',
        skip: sql`excluded.skip`,
        at: sql`excluded.at`,
        about: sql`excluded.about`,
        subject: sql`excluded.subject`,
        text: sql`excluded.text`,
        source: sql`excluded.source`,
        facts_hash: sql`excluded.facts_hash`,
        ready: sql`excluded.ready`,
      },
      setWhere: ne(followUps.state, 'sent'),
    })
}

/** Returns steps that replace the planned follow-ups of a client. What the bookkeeper has changed stays, `held`. */
export function plannedSteps(
  db: Database,
  client: AgentClient,
  planned: readonly PlannedFollowUp[],
  now: Date,
): Step[] {
  const today = localTime(client.time_zone, now).day
  const isOwn = eq(followUps.client_id, client.client_id)
  const others = notInArray(
    sql`${followUps.day} || ' ' || ${followUps.kind}`,
    planned.map(({ day, kind }) => `${day} ${kind}`),
  )
  return [
    step(
      db
        .update(followUps)
        .set({ state: sql`iif(${followUps.skip} AND ${followUps.day} < ${today}, 'skipped', 'held')` })
        .where(and(isOwn, eq(followUps.state, 'planned'), others)),
    ),
    step(
      db
        .delete(followUps)
        .where(and(isOwn, eq(followUps.state, 'held'), eq(followUps.skip, false), ne(followUps.source, 'bookkeeper'))),
    ),
    ...(planned.length > 0 ? [step(storePlanned(db, client, planned))] : []),
  ]
}
