import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { queueWebhooksEach } from './queue.ts'

/**
 * Returns a step that queues `created` for each client, with the sections assigned in the same batch.
 * @param clients query of `client_id` and `client_name`
 */
export function createdEvents(
  ctx: Pick<Context, 'now'>,
  owner: string,
  workform: { id: string; name: string },
  clients: SQLWrapper,
): Step {
  const at = ctx.now.toISOString()
  const sections = sql`SELECT json_group_array(id) FROM (SELECT b.id FROM book_client_workforms b
    WHERE b.client_id = c.client_id AND b.workform_id = ${workform.id} AND b.assigned_at = ${at} ORDER BY b.position)`
  const body = sql`json_object('event', 'created', 'timestamp', ${at}, 'assignment_ids', json((${sections})),
    'workform_id', ${workform.id}, 'client_id', c.client_id, 'bookkeeper_id', ${owner}, 'status', 'waiting',
    'message', '"' || ${workform.name} || '" was assigned to ' || c.client_name || '.')`
  const events = sql`SELECT ${owner} AS bookkeeper_id, c.client_id, 'created' AS event, ${body} AS body, 0 AS position
    FROM (${clients.getSQL()}) c`
  return queueWebhooksEach(ctx, sql`SELECT ${owner}`, events)
}

const { id, assigned_by, client_id, workform_id, section_name, position, due_date } = bookClientWorkforms

/** The columns that `sectionEvents` needs. */
export const sectionColumns = {
  assignment_id: sql`${id}`.as('assignment_id'),
  assigned_by,
  client_id,
  workform_id,
  section_name,
  position,
  due_date,
}

/**
 * Returns a step that queues `doc_required` and, with a due date, `deadline_set` for each assigned section.
 * @param owners query of the ids of the bookkeepers concerned
 * @param sections query of `sectionColumns`
 */
export function sectionEvents(
  ctx: Pick<Context, 'now'>,
  owners: SQLWrapper,
  workformName: string,
  sections: SQLWrapper,
  events: readonly ('doc_required' | 'deadline_set')[] = ['doc_required', 'deadline_set'],
): Step {
  const doc = sql`'timestamp', ${ctx.now.toISOString()}, 'assignment_id', a.assignment_id, 'client_id', a.client_id,
    'workform_id', a.workform_id, 'section_name', a.section_name, 'doc_name', ${workformName}, 'status', 'missing'`
  const queued = queueWebhooksEach(
    ctx,
    owners,
    sql`SELECT a.assigned_by AS bookkeeper_id, a.client_id, k.value AS event,
        CASE k.value WHEN 'doc_required' THEN json_object('event', k.value, ${doc})
          ELSE json_object('event', k.value, ${doc}, 'deadline', a.due_date) END AS body,
        a.position * 2 + k.key AS position
      FROM (${sections.getSQL()}) a
        JOIN json_each(${JSON.stringify(events)}) k ON k.value = 'doc_required' OR a.due_date IS NOT NULL`,
  )
  return { ...queued, repeatsText: true }
}
