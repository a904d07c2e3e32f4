import type { AuditEntry, AuditExportQuery, AuditPage, AuditQuery } from '@portal/contract/audit'
import { and, desc, eq, exists, gte, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { readPage } from '../db/page.ts'
import { activity, auditLog, bookClients, bookWorkforms, profiles } from '../db/schema/index.ts'
import { dayStart } from '../time/day-starts.ts'

const SORT = 'audit'
/** Roles of actors in the audit log. */
const ROLE = { you: 'bookkeeper', client: 'client', agent: 'system' } as const

/** The workform that the entry is about. */
const workformId = sql`coalesce(${auditLog.detail} ->> 'workform_id',
  iif(${auditLog.subject_type} = 'workform', ${auditLog.subject_id}, NULL))`

const entries = (ctx: BookkeeperContext) =>
  ctx.db
    .select({
      seq: auditLog.seq,
      id: auditLog.id,
      number: auditLog.number,
      at: auditLog.at,
      action: auditLog.action,
      kind: auditLog.subject_type,
      detail: auditLog.detail,
      actor: { id: auditLog.actor_id, role: auditLog.actor_role, name: auditLog.actor_name },
      profile: { name: profiles.name, email: profiles.email },
      client: { id: bookClients.id, name: bookClients.name, bookkeeper_id: bookClients.bookkeeper_id },
      workform: { id: bookWorkforms.id, name: bookWorkforms.name, deleted_at: bookWorkforms.deleted_at },
    })
    .from(auditLog)
    .leftJoin(bookClients, eq(bookClients.id, auditLog.client_id))
    .leftJoin(profiles, eq(profiles.id, auditLog.actor_id))
    .leftJoin(bookWorkforms, eq(bookWorkforms.id, workformId))
type Row = Awaited<ReturnType<typeof entries>>[number]

function actorOf({ actor }: Row, userId: string): AuditEntry['by'] {
  if (actor.role === 'client') return 'client'
  if (actor.role === 'system') return 'agent'
  return actor.id === userId ? 'you' : 'colleague'
}

/** Returns a row in the format of the API. Names of deleted subjects come from the detail. */
function toEntry(row: Row, userId: string): AuditEntry {
  const { id, at, action, kind, actor, profile, workform } = row
  const detail = JSON.parse(row.detail) as Record<string, unknown>
  // In edits, the same names hold objects with `from` and `to`.
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : null)
  const own = row.client?.bookkeeper_id === userId ? row.client : null
  const actorName = actor.role === 'client' ? own?.name : profile?.name || profile?.email
  return {
    id,
    number: row.number ?? 0,
    at,
    action,
    kind,
    by: actorOf(row, userId),
    who: actor.name ?? actorName ?? null,
    client_id: own?.id ?? null,
    client_name: own?.name ?? (kind === 'client' ? text('name') : null),
    workform_id: workform && !workform.deleted_at ? workform.id : null,
    workform_name: workform?.name ?? text('doc_name') ?? (kind === 'workform' ? text('name') : null),
    section_name: text('section_name'),
    detail,
  }
}

/**
 * Returns a condition for the entries that the bookkeeper may see: all of the firm's if there are no colleagues,
 * otherwise those about their own clients and, for entries without a client, their own actions.
 */
function isVisible(ctx: BookkeeperContext): SQL | undefined {
  const { userId, firmId } = ctx.actor
  const bookkeepers = ctx.db.$count(profiles, and(eq(profiles.firm_id, firmId), eq(profiles.role, 'bookkeeper')))
  const own = ctx.db
    .select({ seq: activity.seq })
    .from(activity)
    .where(and(eq(activity.bookkeeper_id, userId), eq(activity.seq, auditLog.seq)))
  const isOwnAction = or(
    and(eq(auditLog.actor_role, 'bookkeeper'), eq(auditLog.actor_id, userId)),
    and(ne(auditLog.actor_role, 'bookkeeper'), exists(own)),
  )
  return or(lt(bookkeepers, 2), eq(bookClients.bookkeeper_id, userId), and(isNull(bookClients.id), isOwnAction))
}

const period = (timeZone: string, { from, to }: z.output<typeof AuditExportQuery>) => [
  from ? gte(auditLog.at, dayStart(timeZone, from)) : undefined,
  to ? lt(auditLog.at, dayStart(timeZone, to, 1)) : undefined,
]

/**
 * Lists a page of the audit log, filtered, newest first. The cost depends neither on the page nor on the length of
 * the log.
 */
export async function listEntries(ctx: BookkeeperContext, query: z.output<typeof AuditQuery>): Promise<AuditPage> {
  const { userId, firmId, timeZone } = ctx.actor
  const { client, by, kind, limit } = query
  const after = decodeCursor(SORT, query.cursor)
  const rows = entries(ctx)
    .where(
      and(
        eq(auditLog.firm_id, firmId),
        client ? eq(auditLog.client_id, client) : undefined,
        by === 'you' ? eq(auditLog.actor_id, userId) : undefined,
        by && (kind || by !== 'you') ? eq(auditLog.actor_role, ROLE[by]) : undefined,
        kind && eq(auditLog.subject_type, kind),
        after && sql`(${auditLog.at}, ${auditLog.seq}) < (${after.value}, ${Number(after.id)})`,
        ...period(timeZone, query),
        isVisible(ctx),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
  const page = await readPage(rows, { limit, sort: SORT, keyOf: ({ at, seq }) => ({ value: at, id: String(seq) }) })
  return { ...page, items: page.items.map((row) => toEntry(row, userId)) }
}
