import type { WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'
import { sectionEvents } from '../webhooks/assignment-events.ts'
import { sectionsOf } from '../assignments/assignable.ts'
import type { Section } from '../assignments/assign-steps.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import type { BookkeeperContext } from '../context.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/writer/hrana.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import { carrySteps, movedFields } from './carry-answers.ts'
import { isNotDone, isOpen } from '../db/section-phase.ts'

/**
 * Carries an edited workform into the sections that clients have of it (ruling 11). Open sections move to the new version, drafts and files
 * follow their fields, sections that are gone are withdrawn, new ones are added; what is submitted or approved stays on the version it was
 * answered on.
 *
 * All of it is SQL over sets, so that an edit costs the same number of statements for one client as for ten thousand.
 */

/** A version of the workform that somebody's section is on. */
export interface UsedVersion {
  id: string
  fields: WorkformField[]
}

export interface Edit {
  workform: { id: string; name: string; fields: WorkformField[] }
  /** Id of the version that the edit makes. */
  versionId: string
  /** The fields before the edit. */
  before: readonly WorkformField[]
  used: readonly UsedVersion[]
}

/** Marks, by a position none has, the sections that are about to be withdrawn. */
const DOOMED = -1
/** What the name of a section on its way to a new one begins with, so that sections may swap their names. Nobody can have typed it. */
const moving = ({ versionId }: Pick<Edit, 'versionId'>): string => `${versionId}:`

/** The moves as a table `m`, bound as one argument. */
const MOVES = `m AS MATERIALIZED (SELECT value ->> 0 AS version_id, value ->> 1 AS old, value ->> 2 AS new, value ->> 3 AS position, value ->> 4 AS changed
  FROM json_each(?))`

/**
 * Clients of whose sections two would end under one name, such as a renamed one and one that was answered under that name: their open
 * sections keep name and version, since the answers of two sections must not meet. Argument: the workform.
 */
const HELD = `held AS MATERIALIZED (SELECT client_id FROM (
    SELECT a.client_id, coalesce(m.new, a.section_name) AS name FROM book_client_workforms a
      LEFT JOIN m ON ${isOpen('a')} AND m.version_id = a.workform_version_id AND m.old = a.section_name
    WHERE a.workform_id = ? AND a.position <> ${DOOMED})
  GROUP BY client_id, name HAVING count(*) > 1)`

const STAYS = `(m.old <> m.new AND a.client_id IN (SELECT client_id FROM held))`

interface Plan extends Edit {
  moves: string
  renames: boolean
  /** Sections that the workform did not have before. */
  added: readonly Section[]
  at: string
  now: number
}

function markGone({ workform, moves }: Plan): Step {
  return step({
    sql: `WITH ${MOVES} UPDATE book_client_workforms AS a SET position = ${DOOMED} WHERE a.workform_id = ? AND ${isOpen('a')}
          AND NOT EXISTS (SELECT 1 FROM m WHERE m.version_id = a.workform_version_id AND m.old = a.section_name)`,
    args: [moves, workform.id],
  })
}

/** Moves the open sections, and the statuses of those that get another name. */
function moveSections(plan: Plan): Step[] {
  const { workform, versionId, moves, renames } = plan
  const here = `a.workform_id = ? AND ${isOpen('a')} AND a.position <> ${DOOMED} AND m.version_id = a.workform_version_id AND m.old = a.section_name`
  const statuses = {
    sql: `WITH ${MOVES}, ${HELD} UPDATE workform_section_statuses AS s SET section_name = '${moving(plan)}' || x.new
          FROM (SELECT a.submission_id, m.old, m.new FROM book_client_workforms a, m WHERE ${here} AND m.old <> m.new AND NOT ${STAYS}) x
          WHERE s.submission_id = x.submission_id AND s.section_name = x.old`,
    args: [moves, workform.id, workform.id],
  }
  const rows = {
    sql: `WITH ${MOVES}, ${HELD} UPDATE book_client_workforms AS a SET workform_version_id = ?, position = m.position, version = version + m.changed,
            section_name = CASE WHEN m.old = m.new THEN m.old ELSE '${moving(plan)}' || m.new END
          FROM m WHERE ${here} AND NOT ${STAYS}`,
    args: [moves, workform.id, versionId, workform.id],
  }
  return [...(renames ? [step(statuses)] : []), step(rows)]
}

/** Gives new sections to the clients who are not done with the workform yet. */
function addSections(plan: Plan): Step[] {
  const { workform, versionId, moves, added, at, now } = plan
  const rows = {
    sql: `WITH ${MOVES} INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id, assigned_by, assigned_at,
            due_date, deadline, notes, section_name, position)
          SELECT ${uuidSql(now)}, p.client_id, ?, ?, p.submission_id, p.assigned_by, ?, p.due_date, p.due_date, p.notes,
            '${moving(plan)}' || (s.value ->> 'name'), s.value ->> 'position'
          FROM (SELECT client_id, submission_id, assigned_by, min(due_date) AS due_date, max(notes) AS notes FROM book_client_workforms
                WHERE workform_id = ? GROUP BY client_id, submission_id, assigned_by HAVING sum(${isNotDone()}) > 0) p
            CROSS JOIN json_each(?) s
          WHERE NOT EXISTS (SELECT 1 FROM book_client_workforms o
            WHERE o.client_id = p.client_id AND o.workform_id = ? AND o.position <> ${DOOMED}
              AND (o.section_name IN (s.value ->> 'name', '${moving(plan)}' || (s.value ->> 'name'))
                OR EXISTS (SELECT 1 FROM m WHERE m.version_id = o.workform_version_id AND m.old = o.section_name AND m.new = s.value ->> 'name')))`,
    args: [moves, workform.id, versionId, at, workform.id, JSON.stringify(added), workform.id],
  }
  return added.length > 0 ? [step(rows)] : []
}

/** Live events to whom it touches, and a notification for clients who have more to do than before. */
function tellSteps(ctx: BookkeeperContext, plan: Plan): Step[] {
  const { workform, versionId, at, now } = plan
  const touched = `SELECT DISTINCT client_id FROM book_client_workforms WHERE workform_id = ? AND (workform_version_id = ? OR position = ${DOOMED})`
  const added = `SELECT DISTINCT client_id FROM book_client_workforms WHERE workform_id = ? AND workform_version_id = ? AND assigned_at = ?
    AND instr(section_name, '${moving(plan)}') = 1`
  const accounts = (clients: string, args: readonly SqlValue[]) => ({
    sql: `SELECT a.auth_user_id AS user_id, json_object('client_id', a.client_id, 'workform_id', ?) AS ids
          FROM book_client_auth a WHERE a.auth_user_id IS NOT NULL AND a.client_id IN (${clients})`,
    args: [workform.id, ...args],
  })
  const bookkeepers = {
    sql: `SELECT DISTINCT assigned_by AS user_id, json_object('workform_id', workform_id) AS ids FROM book_client_workforms WHERE workform_id = ?`,
    args: [workform.id],
  }
  const toAll = [
    publishToEach(ctx, 'assignment.changed', accounts(touched, [workform.id, versionId])),
    publishToEach(ctx, 'assignment.changed', bookkeepers),
    publishToEach(ctx, 'submission.changed', bookkeepers),
  ]
  if (plan.added.length === 0) return toAll
  const toAdded = [workform.id, versionId, at]
  return [
    ...toAll,
    publishToEach(ctx, 'notification.created', accounts(added, toAdded)),
    step({
      sql: `INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at, sender_type, recipient_type, workform_id)
            SELECT ${uuidSql(now)}, c.client_id, 0, 'Workform updated', ?, ?, 'bookkeeper', 'client', ? FROM (${added}) c`,
      args: [`"${workform.name}" has new sections for you to fill in.`, at, workform.id, ...toAdded],
    }),
  ]
}

/** Webhooks for the sections that were added, while they can still be told by being on their way. */
function webhookSteps(ctx: BookkeeperContext, plan: Plan): Step[] {
  const { workform, versionId, at, added } = plan
  if (added.length === 0) return []
  const prefix = moving(plan)
  const owners = { sql: 'SELECT assigned_by FROM book_client_workforms WHERE workform_id = ?', args: [workform.id] }
  const sections = {
    sql: `SELECT id AS assignment_id, assigned_by, client_id, workform_id, substr(section_name, ${prefix.length + 1}) AS section_name, due_date
          FROM book_client_workforms WHERE workform_id = ? AND workform_version_id = ? AND assigned_at = ? AND instr(section_name, '${prefix}') = 1
          ORDER BY client_id, position`,
    args: [workform.id, versionId, at],
  }
  return [sectionEvents(ctx, owners, workform.name, sections)]
}

/** The sections on their way arrive under their new names. */
function arrive(plan: Plan): Step[] {
  const { workform, versionId, renames, added } = plan
  if (!renames && added.length === 0) return []
  const prefix = moving(plan)
  const change = `SET section_name = substr(section_name, ${prefix.length + 1}) WHERE instr(section_name, '${prefix}') = 1`
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

/** The steps, to follow the one that stores the new version in the same batch. */
export function reconcileSteps(ctx: BookkeeperContext, edit: Edit): Step[] {
  const kept = new Set(matchSections(edit.before, edit.workform.fields).map((m) => m.to))
  const used = edit.used.map((v) => ({ ...v, moves: matchSections(v.fields, edit.workform.fields) }))
  const found = used.flatMap((v) => v.moves.map((m) => ({ ...m, version: v.id })))
  const plan: Plan = {
    ...edit,
    moves: JSON.stringify(found.map((m) => [m.version, m.from, m.to, m.position, Number(m.changed)])),
    renames: found.some((m) => m.from !== m.to),
    added: sectionsOf(edit.workform.fields).filter((s) => !kept.has(s.name)),
    at: ctx.now.toISOString(),
    now: ctx.now.getTime(),
  }
  const { id } = edit.workform
  return [
    markGone(plan),
    ...moveSections(plan),
    ...addSections(plan),
    ...carrySteps({
      workformId: id,
      versionId: edit.versionId,
      moved: movedFields(used, edit.workform.fields),
      prefix: moving(plan),
      doomed: DOOMED,
    }),
    ...tellSteps(ctx, plan),
    ...withdrawSections(ctx, { where: `workform_id = ? AND position = ${DOOMED}`, args: [id] }),
    ...webhookSteps(ctx, plan),
    ...arrive(plan),
    ...tidySubmissions(ctx, { where: 'form_id = ?', args: [id] }),
  ]
}
