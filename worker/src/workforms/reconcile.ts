import type { WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'
import { sectionEvents } from '../webhooks/assignment-events.ts'
import { sectionsOf } from '../sections/assignable.ts'
import type { Section } from '../sections/assign-steps.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import { and, eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { bookClientWorkforms, bookFormSubmissions } from '../db/schema/index.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/statement.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import { carrySteps, movedFields } from './carry-answers.ts'
import { isNotDone, isOpen } from '../db/section-phase.ts'

/*
 * Applies an edited workform to the sections that clients have. Open sections move to the new version, drafts and files
 * follow their fields, removed sections are withdrawn, and new ones are added. Submitted and approved sections stay on
 * the version they were answered on.
 *
 * All statements work on sets, so an edit costs as many for one client as for ten thousand.
 */

/** A version of the workform that assigned sections are on. */
export interface UsedVersion {
  id: string
  fields: WorkformField[]
}

export interface Edit {
  workform: { id: string; name: string; fields: WorkformField[] }
  /** Id of the version that the edit creates. */
  versionId: string
  /** The fields before the edit. */
  before: readonly WorkformField[]
  used: readonly UsedVersion[]
}

/** Position that marks sections to withdraw. */
const REMOVED = -1
/** Returns the prefix of temporary section names, with which sections can swap names. No real name begins with it. */
const tempPrefix = ({ versionId }: Pick<Edit, 'versionId'>): string => `${versionId}:`

/** A table `m` of section moves. Argument: the moves as JSON. */
const MOVES = `m AS MATERIALIZED (SELECT value ->> 0 AS version_id, value ->> 1 AS old, value ->> 2 AS new,
    value ->> 3 AS position, value ->> 4 AS changed
  FROM json_each(?))`

/**
 * A table `conflicted` of clients for whom a rename would give two sections the same name, such as one that was
 * answered under the new name. Their open sections keep name and version. Argument: the workform.
 */
const CONFLICTED = `conflicted AS MATERIALIZED (SELECT client_id FROM (
    SELECT a.client_id, coalesce(m.new, a.section_name) AS name FROM book_client_workforms a
      LEFT JOIN m ON ${isOpen('a')} AND m.version_id = a.workform_version_id AND m.old = a.section_name
    WHERE a.workform_id = ? AND a.position <> ${REMOVED})
  GROUP BY client_id, name HAVING count(*) > 1)`

const KEEPS_NAME = `(m.old <> m.new AND a.client_id IN (SELECT client_id FROM conflicted))`

interface Plan extends Edit {
  moves: string
  renames: boolean
  /** Sections that are new in the workform. */
  added: readonly Section[]
  at: string
  now: number
}

/** Returns a step that marks open sections that the edit removes. */
function markRemoved({ workform, moves }: Plan): Step {
  return step({
    sql: `WITH ${MOVES} UPDATE book_client_workforms AS a SET position = ${REMOVED} WHERE a.workform_id = ?
            AND ${isOpen('a')}
          AND NOT EXISTS (SELECT 1 FROM m WHERE m.version_id = a.workform_version_id AND m.old = a.section_name)`,
    args: [moves, workform.id],
  })
}

/** Returns steps that move open sections to the new version, and rename their statuses. */
function moveSections(plan: Plan): Step[] {
  const { workform, versionId, moves, renames } = plan
  const matched = `a.workform_id = ? AND ${isOpen('a')} AND a.position <> ${REMOVED}
    AND m.version_id = a.workform_version_id AND m.old = a.section_name`
  const statuses = {
    sql: `WITH ${MOVES}, ${CONFLICTED} UPDATE workform_section_statuses AS s
            SET section_name = '${tempPrefix(plan)}' || x.new
          FROM (SELECT a.submission_id, m.old, m.new FROM book_client_workforms a, m WHERE ${matched} AND m.old <> m.new
            AND NOT ${KEEPS_NAME}) x
          WHERE s.submission_id = x.submission_id AND s.section_name = x.old`,
    args: [moves, workform.id, workform.id],
  }
  const rows = {
    sql: `WITH ${MOVES}, ${CONFLICTED} UPDATE book_client_workforms AS a
            SET workform_version_id = ?, position = m.position, version = version + m.changed,
            section_name = CASE WHEN m.old = m.new THEN m.old ELSE '${tempPrefix(plan)}' || m.new END
          FROM m WHERE ${matched} AND NOT ${KEEPS_NAME}`,
    args: [moves, workform.id, versionId, workform.id],
  }
  return [...(renames ? [step(statuses)] : []), step(rows)]
}

/** Returns steps that add new sections for clients whose workform is not approved yet. */
function addSections(plan: Plan): Step[] {
  const { workform, versionId, moves, added, at, now } = plan
  const rows = {
    sql: `WITH ${MOVES} INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id,
            submission_id, assigned_by, assigned_at,
            due_date, deadline, notes, section_name, position)
          SELECT ${uuidSql(now)}, p.client_id, ?, ?, p.submission_id, p.assigned_by, ?, p.due_date, p.due_date, p.notes,
            '${tempPrefix(plan)}' || (s.value ->> 'name'), s.value ->> 'position'
          FROM (SELECT client_id, submission_id, assigned_by, min(due_date) AS due_date, max(notes) AS notes
            FROM book_client_workforms
                WHERE workform_id = ? GROUP BY client_id, submission_id, assigned_by HAVING sum(${isNotDone()}) > 0) p
            CROSS JOIN json_each(?) s
          WHERE NOT EXISTS (SELECT 1 FROM book_client_workforms o
            WHERE o.client_id = p.client_id AND o.workform_id = ? AND o.position <> ${REMOVED}
              AND (o.section_name IN (s.value ->> 'name', '${tempPrefix(plan)}' || (s.value ->> 'name'))
                OR EXISTS (SELECT 1 FROM m WHERE m.version_id = o.workform_version_id AND m.old = o.section_name
                  AND m.new = s.value ->> 'name')))`,
    args: [moves, workform.id, versionId, at, workform.id, JSON.stringify(added), workform.id],
  }
  return added.length > 0 ? [step(rows)] : []
}

/** Returns steps that send live events to everyone affected, and notify clients who have new sections. */
function notifySteps(ctx: BookkeeperContext, plan: Plan): Step[] {
  const { workform, versionId, at, now } = plan
  const affected = `SELECT DISTINCT client_id FROM book_client_workforms WHERE workform_id = ?
    AND (workform_version_id = ? OR position = ${REMOVED})`
  const added = `SELECT DISTINCT client_id FROM book_client_workforms WHERE workform_id = ? AND workform_version_id = ?
    AND assigned_at = ?
    AND instr(section_name, '${tempPrefix(plan)}') = 1`
  const accounts = (clients: string, args: readonly SqlValue[]) => ({
    sql: `SELECT a.auth_user_id AS user_id, json_object('client_id', a.client_id, 'workform_id', ?) AS ids
          FROM book_client_auth a WHERE a.auth_user_id IS NOT NULL AND a.client_id IN (${clients})`,
    args: [workform.id, ...args],
  })
  const bookkeepers = {
    sql: `SELECT DISTINCT assigned_by AS user_id, json_object('workform_id', workform_id) AS ids
            FROM book_client_workforms WHERE workform_id = ?`,
    args: [workform.id],
  }
  const toAll = [
    publishToEach(ctx, 'assignment.changed', accounts(affected, [workform.id, versionId])),
    publishToEach(ctx, 'assignment.changed', bookkeepers),
    publishToEach(ctx, 'submission.changed', bookkeepers),
  ]
  if (plan.added.length === 0) return toAll
  const toAdded = [workform.id, versionId, at]
  return [
    ...toAll,
    publishToEach(ctx, 'notification.created', accounts(added, toAdded)),
    step({
      sql: `INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at, sender_type,
              recipient_type, workform_id)
            SELECT ${uuidSql(now)}, c.client_id, 0, 'Workform updated', ?, ?, 'bookkeeper', 'client', ?
              FROM (${added}) c`,
      args: [`"${workform.name}" has new sections for you to fill in.`, at, workform.id, ...toAdded],
    }),
  ]
}

/** Returns steps that queue webhooks for new sections, recognized by their temporary names. */
function webhookSteps(ctx: BookkeeperContext, plan: Plan): Step[] {
  const { workform, versionId, at, added } = plan
  if (added.length === 0) return []
  const prefix = tempPrefix(plan)
  const owners = { sql: 'SELECT assigned_by FROM book_client_workforms WHERE workform_id = ?', args: [workform.id] }
  const sections = {
    sql: `SELECT id AS assignment_id, assigned_by, client_id, workform_id, substr(section_name,
            ${prefix.length + 1}) AS section_name, due_date
          FROM book_client_workforms WHERE workform_id = ? AND workform_version_id = ? AND assigned_at = ?
            AND instr(section_name, '${prefix}') = 1
          ORDER BY client_id, position`,
    args: [workform.id, versionId, at],
  }
  return [sectionEvents(ctx, owners, workform.name, sections)]
}

/** Returns steps that replace the temporary names with the new ones. */
function finishRenames(plan: Plan): Step[] {
  const { workform, versionId, renames, added } = plan
  if (!renames && added.length === 0) return []
  const prefix = tempPrefix(plan)
  const change = `SET section_name = substr(section_name, ${prefix.length + 1})
    WHERE instr(section_name, '${prefix}') = 1`
  return [
    step({
      sql: `UPDATE workform_section_statuses ${change}
            AND submission_id IN (SELECT a.submission_id FROM book_client_workforms a WHERE a.workform_id = ?)`,
      args: [workform.id],
    }),
    step({
      sql: `UPDATE book_client_workforms ${change} AND workform_id = ? AND workform_version_id = ?`,
      args: [workform.id, versionId],
    }),
  ]
}

/** Returns the steps to run after the one that stores the new version, in the same batch. */
export function reconcileSteps(ctx: BookkeeperContext, edit: Edit): Step[] {
  const kept = new Set(matchSections(edit.before, edit.workform.fields).map((m) => m.to))
  const used = edit.used.map((v) => ({ ...v, moves: matchSections(v.fields, edit.workform.fields) }))
  const moves = used.flatMap((v) => v.moves.map((m) => ({ ...m, version: v.id })))
  const plan: Plan = {
    ...edit,
    moves: JSON.stringify(moves.map((m) => [m.version, m.from, m.to, m.position, Number(m.changed)])),
    renames: moves.some((m) => m.from !== m.to),
    added: sectionsOf(edit.workform.fields).filter((s) => !kept.has(s.name)),
    at: ctx.now.toISOString(),
    now: ctx.now.getTime(),
  }
  const { id } = edit.workform
  const { workform_id, position } = bookClientWorkforms
  return [
    markRemoved(plan),
    ...moveSections(plan),
    ...addSections(plan),
    ...carrySteps({
      workformId: id,
      versionId: edit.versionId,
      moved: movedFields(used, edit.workform.fields),
      prefix: tempPrefix(plan),
      removed: REMOVED,
    }),
    ...notifySteps(ctx, plan),
    ...withdrawSections(ctx, and(eq(workform_id, id), eq(position, REMOVED))),
    ...webhookSteps(ctx, plan),
    ...finishRenames(plan),
    ...tidySubmissions(ctx, eq(bookFormSubmissions.form_id, id)),
  ]
}
