import type { Context } from '../context.ts'
import type { Step } from '../db/write.ts'
import type { Query, WriteStatement } from '../db/statement.ts'
import { queueWebhooksEach, textOf } from './queue.ts'

/**
 * A SELECT of assigned sections: `assignment_id`, `assigned_by`, `client_id`, `workform_id`, `section_name`,
 * `due_date`.
 */
type AssignedSections = Query | WriteStatement

const DOC = `'assignment_id', a.assignment_id, 'client_id', a.client_id, 'workform_id', a.workform_id,
  'section_name', a.section_name, 'doc_name', ?, 'status', 'missing'`

/** The sections assigned to client `c` in the same batch. */
const NEW_SECTIONS = `json((SELECT json_group_array(id) FROM (SELECT b.id FROM book_client_workforms b
  WHERE b.client_id = c.client_id AND b.workform_id = ? AND b.assigned_at = ? ORDER BY b.position)))`

/** Returns a step that queues `created` for each row (`client_id`, `client_name`) of `clients`. */
export function createdEvents(
  ctx: Pick<Context, 'now'>,
  owner: string,
  workform: { id: string; name: string },
  clients: Query | WriteStatement,
): Step {
  const { sql: rows, args } = textOf(clients)
  return queueWebhooksEach(
    ctx,
    { sql: 'SELECT ?', args: [owner] },
    {
      sql: `SELECT ? AS bookkeeper_id, c.client_id, 'created' AS event,
              json_object('event', 'created', 'timestamp', ?, 'assignment_ids', ${NEW_SECTIONS}, 'workform_id', ?,
                'client_id', c.client_id, 'bookkeeper_id', ?, 'status', 'waiting',
                'message', '"' || ? || '" was assigned to ' || c.client_name || '.') AS body FROM (${rows}) c`,
      args: [
        owner,
        ctx.now.toISOString(),
        workform.id,
        ctx.now.toISOString(),
        workform.id,
        owner,
        workform.name,
        ...args,
      ],
    },
  )
}

/** Returns a step that queues `doc_required` and, with a due date, `deadline_set` for each assigned section. */
export function sectionEvents(
  ctx: Pick<Context, 'now'>,
  owners: Query | WriteStatement,
  workformName: string,
  sections: AssignedSections,
  events: readonly ('doc_required' | 'deadline_set')[] = ['doc_required', 'deadline_set'],
): Step {
  const at = ctx.now.toISOString()
  const { sql: rows, args } = textOf(sections)
  return queueWebhooksEach(ctx, owners, {
    sql: `SELECT a.assigned_by AS bookkeeper_id, a.client_id, k.value AS event,
            CASE k.value WHEN 'doc_required' THEN json_object('event', 'doc_required', 'timestamp', ?, ${DOC})
              ELSE json_object('event', 'deadline_set', 'timestamp', ?, ${DOC}, 'deadline', a.due_date) END AS body
          FROM (${rows}) a JOIN json_each(?) k ON k.value = 'doc_required' OR a.due_date IS NOT NULL`,
    args: [at, workformName, at, workformName, ...args, JSON.stringify(events)],
  })
}
