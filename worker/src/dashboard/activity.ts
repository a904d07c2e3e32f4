import { ACTIVITY_ACTIONS, type Activity, type ActivityAction } from '@portal/contract/dashboard'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'

/** Entries that the dashboard shows. */
const MAX_ENTRIES = 8
/** Audit entries that are read. More than are shown, because a change of many clients is one entry. */
const MAX_READ = 250

interface Row {
  id: string
  at: string
  action: ActivityAction
  actor_id: string | null
  actor_role: string
  count: number
  client_id: string | null
  client_name: string | null
  workform_id: string | null
  workform_name: string | null
  section_name: string | null
}

const SHOWN_ACTIONS = sql.join(
  ACTIVITY_ACTIONS.map((action) => sql`${action}`),
  sql`, `,
)
/** Returns a text from the detail of an entry. Edits have objects with `from` and `to` under the same names. */
const detailText = (path: string) => sql`CASE json_type(l.detail, ${path}) WHEN 'text' THEN l.detail ->> ${path} END`

/** Returns a query for the latest activity of the bookkeeper's clients. Entries of one change have the same time. */
export const activityQuery = (ctx: BookkeeperContext) =>
  ctx.db.all<Row>(sql`
    SELECT l.id, l.at, l.action, l.actor_id, l.actor_role, g.n AS count, c.id AS client_id,
      coalesce(c.name, iif(l.subject_type = 'client', ${detailText('$.name')}, NULL)) AS client_name,
      iif(w.deleted_at IS NULL, w.id, NULL) AS workform_id,
      coalesce(w.name, ${detailText('$.doc_name')}, iif(l.subject_type = 'workform', ${detailText('$.name')},
      NULL)) AS workform_name,
      ${detailText('$.section_name')} AS section_name
    FROM (SELECT max(e.seq) AS seq, count(*) AS n
        FROM (SELECT seq FROM activity WHERE bookkeeper_id = ${ctx.actor.userId} ORDER BY seq DESC LIMIT ${MAX_READ}) t
          CROSS JOIN audit_log e ON e.seq = t.seq
        WHERE e.action IN (${SHOWN_ACTIONS}) GROUP BY e.actor_id, e.action, e.at ORDER BY 1 DESC LIMIT ${MAX_ENTRIES}) g
      CROSS JOIN audit_log l ON l.seq = g.seq
      LEFT JOIN book_clients c ON c.id = l.client_id
      LEFT
      JOIN book_workforms w ON w.id = coalesce(l.detail ->> 'workform_id', iif(l.subject_type = 'workform',
      l.subject_id, NULL))
    ORDER BY g.seq DESC`)

/** Converts the rows of `activityQuery` for the API. */
export const activityOf = (ctx: BookkeeperContext, rows: readonly Row[]): Activity[] =>
  rows.map(({ actor_id, actor_role, ...row }) => ({
    ...row,
    by:
      actor_role === 'client'
        ? 'client'
        : actor_role === 'system'
          ? 'agent'
          : actor_id === ctx.actor.userId
            ? 'you'
            : 'colleague',
  }))
