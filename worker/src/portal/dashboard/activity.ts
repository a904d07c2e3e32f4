import { ACTIVITY_ACTIONS, type Activity, RECALL_ACTIONS, type RecallActivity } from '@portal/contract/dashboard'
import { and, countDistinct, desc, eq, inArray, max, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { activity, auditLog, bookClients, bookWorkforms } from '../../platform/db/schema/index.ts'

/** Entries that the dashboard shows. */
const MAX_ENTRIES = 8
/** Audit entries that are read. More than are shown, because a change of many clients is one entry. */
const MAX_READ = 250

const SHOWN = [...ACTIVITY_ACTIONS, ...RECALL_ACTIONS]

const workformId = sql`coalesce(${auditLog.detail} ->> 'workform_id',
  iif(${auditLog.subject_type} = 'workform', ${auditLog.subject_id}, NULL))`
/** An onboarding with several workforms is an entry for each of them. */
const assignedWorkform = sql`iif(${auditLog.action} LIKE 'assignment.%', ${workformId}, NULL)`
/** Several sections or workforms of a client are one subject. */
const subject = sql`coalesce(${auditLog.client_id}, ${auditLog.subject_id})`

/** Returns a query for the latest activity of the bookkeeper's clients. Entries of one change have the same time. */
export function activityQuery({ db, actor }: BookkeeperContext) {
  const read = db
    .select({ seq: activity.seq })
    .from(activity)
    .innerJoin(auditLog, eq(auditLog.seq, activity.seq))
    // Other entries, such as the tags of many clients, would take the place of these.
    .where(and(eq(activity.bookkeeper_id, actor.userId), inArray(auditLog.action, SHOWN)))
    .orderBy(desc(activity.seq))
    .limit(MAX_READ)
    .as('read')
  const last = max(auditLog.seq).as('last')
  const shown = db
    .select({ last, count: countDistinct(subject).as('count') })
    .from(read)
    .innerJoin(auditLog, eq(auditLog.seq, read.seq))
    .groupBy(auditLog.actor_id, auditLog.action, auditLog.at, assignedWorkform)
    .orderBy(desc(last))
    .limit(MAX_ENTRIES)
    .as('shown')
  return db
    .select({
      entry: auditLog,
      count: shown.count,
      client: { id: bookClients.id, name: bookClients.name },
      workform: { id: bookWorkforms.id, name: bookWorkforms.name, deleted_at: bookWorkforms.deleted_at },
    })
    .from(shown)
    .innerJoin(auditLog, eq(auditLog.seq, shown.last))
    .leftJoin(bookClients, eq(bookClients.id, auditLog.client_id))
    .leftJoin(bookWorkforms, eq(bookWorkforms.id, workformId))
    .orderBy(desc(auditLog.seq))
}
type Row = Awaited<ReturnType<typeof activityQuery>>[number]

/** Converts a row of `activityQuery` for the API. */
function toActivity({ actor }: BookkeeperContext, { entry, count: n, client, workform }: Row): AnyActivity {
  const detail = JSON.parse(entry.detail) as Record<string, unknown>
  /** Returns a text of the detail. Edits have objects with `from` and `to` under the same names. */
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : null)
  /** Returns the name of the entry's own subject. */
  const nameOf = (type: 'client' | 'workform') => (entry.subject_type === type ? text('name') : null)
  const colleague = entry.actor_id === actor.userId ? 'you' : 'colleague'
  return {
    id: entry.id,
    at: entry.at,
    action: entry.action as AnyActivity['action'],
    by: entry.actor_role === 'client' ? 'client' : entry.actor_role === 'system' ? 'agent' : colleague,
    count: n,
    client_id: client?.id ?? null,
    client_name: client?.name ?? nameOf('client'),
    workform_id: workform?.deleted_at === null ? workform.id : null,
    workform_name: workform?.name ?? text('doc_name') ?? nameOf('workform'),
    section_name: text('section_name'),
  }
}

type AnyActivity = Activity | RecallActivity

const isRecall = (entry: AnyActivity): entry is RecallActivity =>
  RECALL_ACTIONS.some((action) => action === entry.action)

/** Converts rows of `activityQuery` for the API. Recalls are a list of their own. */
export function activityOf(
  ctx: BookkeeperContext,
  rows: readonly Row[],
): { activity: Activity[]; recalls: RecallActivity[] } {
  const all = rows.map((row) => toActivity(ctx, row))
  return {
    activity: all.filter((entry): entry is Activity => !isRecall(entry)),
    recalls: all.filter(isRecall),
  }
}
