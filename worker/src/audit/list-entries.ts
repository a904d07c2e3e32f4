import type { AuditEntry, AuditExportQuery, AuditPage, AuditQuery } from '@portal/contract/audit'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { dayStart } from '../time/day-starts.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type Encoded, encodedPage, jsonRow } from '../db/encoded.ts'

type Filter = z.output<typeof AuditExportQuery>

/** Returns SQL for a text in the entry's detail. In edits, the same names hold objects with `from` and `to`. */
const detailText = (path: string) => sql`CASE json_type(p.detail, ${path}) WHEN 'text' THEN p.detail ->> ${path} END`

const ROW = jsonRow<AuditEntry>({
  id: sql`p.id`,
  number: sql`p.number`,
  at: sql`p.at`,
  action: sql`p.action`,
  kind: sql`p.subject_type`,
  by: sql`CASE p.actor_role WHEN 'client' THEN 'client' WHEN 'system' THEN 'agent'
    ELSE iif(p.mine, 'you', 'colleague') END`,
  who: sql`coalesce(p.actor_name, iif(p.actor_role = 'client', p.own_name, 
    (SELECT coalesce(nullif(f.name, ''), f.email) FROM profiles f WHERE f.id = p.actor_id)))`,
  client_id: sql`p.own_client`,
  client_name: sql`coalesce(p.own_name, iif(p.subject_type = 'client', ${detailText('$.name')}, NULL))`,
  workform_id: sql`(SELECT w.id FROM book_workforms w WHERE w.id = p.workform AND w.deleted_at IS NULL)`,
  workform_name: sql`coalesce((SELECT w.name FROM book_workforms w WHERE w.id = p.workform),
    ${detailText('$.doc_name')}, iif(p.subject_type = 'workform', ${detailText('$.name')}, NULL))`,
  section_name: detailText('$.section_name'),
  detail: sql`json(p.detail)`,
})

/**
 * Returns an SQL condition for the entries that the bookkeeper may see: all of the firm's if there are no colleagues,
 * otherwise those about their own clients and, for entries without a client, their own actions.
 */
const visible = (userId: string, firmId: string): SQL => sql`(
  (SELECT count(*) FROM profiles f WHERE f.firm_id = ${firmId} AND f.role = 'bookkeeper') < 2
  OR CASE WHEN c.id IS NOT NULL THEN c.bookkeeper_id = ${userId}
    WHEN l.actor_role = 'bookkeeper' THEN l.actor_id = ${userId}
    ELSE EXISTS (SELECT 1 FROM activity a WHERE a.bookkeeper_id = ${userId} AND a.seq = l.seq) END)`

const period = (timeZone: string, { from, to }: Filter): SQL[] => [
  ...(from ? [sql`l.at >= ${dayStart(timeZone, from)}`] : []),
  ...(to ? [sql`l.at < ${dayStart(timeZone, to, 1)}`] : []),
]

/** Returns an SQL condition for the entries after a cursor, which holds the time and `seq` of the last entry. */
function afterCursor(cursor: string): SQL {
  const [at = '', seq = ''] = cursor.split(' ')
  return sql`(l.at, l.seq) < (${at}, ${Number(seq)})`
}

/** Roles of actors in the audit log. */
const ROLE = { you: 'bookkeeper', client: 'client', agent: 'system' } as const

/** Names the index for role and kind together: without statistics the database picks an index on one of them. */
const indexHint = ({ client, by, kind }: Filter): SQL =>
  by && kind && !client ? sql`INDEXED BY audit_log_role_kind` : sql``

/**
 * Lists a page of the audit log, filtered, newest first. The cost depends neither on the page nor on the length of
 * the log.
 */
export function listEntries(ctx: BookkeeperContext, query: z.output<typeof AuditQuery>): Promise<Encoded<AuditPage>> {
  const { userId, firmId, timeZone } = ctx.actor
  const { client, by, kind, limit } = query
  const cursor = decodeCursor('audit', query.cursor)
  const where = [
    sql`l.firm_id = ${firmId}`,
    ...(client ? [sql`l.client_id = ${client}`] : []),
    ...(by === 'you' ? [sql`l.actor_id = ${userId}`] : []),
    ...(by && (kind || by !== 'you') ? [sql`l.actor_role = ${ROLE[by]}`] : []),
    ...(kind ? [sql`l.subject_type = ${kind}`] : []),
    ...(cursor ? [afterCursor(cursor.value)] : []),
    ...period(timeZone, query),
    visible(userId, firmId),
  ]
  const rows = sql`SELECT l.*, l.actor_id = ${userId} AS mine,
      iif(c.bookkeeper_id = ${userId}, c.id, NULL) AS own_client,
      iif(c.bookkeeper_id = ${userId}, c.name, NULL) AS own_name,
      coalesce(l.detail ->> 'workform_id', iif(l.subject_type = 'workform', l.subject_id, NULL)) AS workform
    FROM audit_log l ${indexHint(query)} LEFT JOIN book_clients c ON c.id = l.client_id
    WHERE ${sql.join(where, sql` AND `)} ORDER BY l.at DESC, l.seq DESC LIMIT ${limit + 1}`
  return encodedPage(ctx.db, { rows, row: ROW, key: sql`p.at || ' ' || p.seq`, limit, sort: 'audit' })
}
