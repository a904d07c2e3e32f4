import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientWorkforms, workformSectionStatuses } from '../../platform/db/schema/index.ts'
import { isNotDone, isOpen } from '../../platform/db/section-phase.ts'
import { uuidSql } from '../../platform/db/uuid-sql.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { isOneOf } from './client-batches.ts'
import type { Plan } from './reconcile.ts'

/*
 * Set statements that move the sections of a workform that the clients of the plan have. In them, `a` is an assigned
 * section and `m` a move of a section from its name in a version to its name in the new one.
 */

/** Position that marks sections to withdraw. */
export const REMOVED = -1

/** Returns a condition: the section is of the workform, and its client is of the plan. `table` is its name or alias. */
export const isOfPlan = ({ workform, clients }: Plan, table: SQL): SQL =>
  sql`${table}.workform_id = ${workform.id} AND ${isOneOf(clients, sql`${table}.client_id`)}`

/** Returns the table `m` for a WITH. */
const movesTable = ({ moves }: Plan): SQL => sql`m AS MATERIALIZED (
  SELECT value ->> 'version' AS version_id, value ->> 'from' AS old, value ->> 'to' AS new,
    value ->> 'position' AS position, value ->> 'changed' AS changed
  FROM json_each(${JSON.stringify(moves)}))`

/** Returns a condition: the section is open, and the move is its own. */
const isMoved = (plan: Plan): SQL => sql`${isOfPlan(plan, sql`a`)} AND a.position <> ${REMOVED}
  AND ${isOpen(sql`a.status`)} AND m.version_id = a.workform_version_id AND m.old = a.section_name`

/**
 * Returns a condition: the rename would not give two sections of the client the same name, such as one that was
 * answered under the new name. Otherwise, the open section keeps its name and version.
 */
const isUnambiguous = (plan: Plan): SQL => sql`(m.old = m.new OR a.client_id NOT IN (
  SELECT client_id FROM (
    SELECT a.client_id, coalesce(m.new, a.section_name) AS name
    FROM ${bookClientWorkforms} a LEFT JOIN m ON ${isMoved(plan)}
    WHERE ${isOfPlan(plan, sql`a`)} AND a.position <> ${REMOVED})
  GROUP BY client_id, name HAVING count(*) > 1))`

/** Returns a step that marks open sections that the edit removes. */
export function markRemoved({ db }: BookkeeperContext, plan: Plan): Step {
  const { workform_version_id, section_name, status } = bookClientWorkforms
  const kept = sql`(SELECT value ->> 'version', value ->> 'from' FROM json_each(${JSON.stringify(plan.moves)}))`
  const isRemoved = sql`(${workform_version_id}, ${section_name}) NOT IN ${kept}`
  return step(
    db
      .update(bookClientWorkforms)
      .set({ position: REMOVED })
      .where(and(isOfPlan(plan, sql`${bookClientWorkforms}`), isOpen(status), isRemoved)),
  )
}

/** Returns steps that move open sections to the new version, and rename their statuses. */
export function moveSections(plan: Plan): Step[] {
  const renamed = sql`SELECT a.submission_id, m.old, m.new FROM ${bookClientWorkforms} a JOIN m ON ${isMoved(plan)}
    WHERE m.old <> m.new AND ${isUnambiguous(plan)}`
  const renameStatuses = sql`WITH ${movesTable(plan)}
    UPDATE ${workformSectionStatuses} AS s SET section_name = ${plan.prefix} || x.new FROM (${renamed}) x
    WHERE s.submission_id = x.submission_id AND s.section_name = x.old`
  const move = sql`WITH ${movesTable(plan)}
    UPDATE ${bookClientWorkforms} AS a SET workform_version_id = ${plan.versionId}, position = m.position,
      version = version + m.changed,
      section_name = CASE WHEN m.old = m.new THEN m.old ELSE ${plan.prefix} || m.new END
    FROM m WHERE ${isMoved(plan)} AND ${isUnambiguous(plan)}`
  return [...(plan.renames ? [step(renameStatuses)] : []), step(move)]
}

/** Returns a step that adds new sections for clients whose workform is not approved yet. */
export function addSections(plan: Plan): Step {
  const { workform, versionId, moves, added, prefix, at, now } = plan
  const name = sql`s.value ->> 'name'`
  const assignments = sql`SELECT client_id, submission_id, assigned_by, min(due_date) AS due_date, max(notes) AS notes
    FROM ${bookClientWorkforms} a WHERE ${isOfPlan(plan, sql`a`)}
    GROUP BY client_id, submission_id, assigned_by HAVING sum(${isNotDone(sql`status`)}) > 0`
  // The client has a section of this name, or one that would have it if it were not answered.
  const isTaken = sql`o.section_name IN (${name}, ${prefix} || (${name}))
    OR (o.workform_version_id, o.section_name, ${name}) IN (
      SELECT value ->> 'version', value ->> 'from', value ->> 'to' FROM json_each(${JSON.stringify(moves)}))`
  const insert = sql`INSERT INTO ${bookClientWorkforms} (id, client_id, workform_id, workform_version_id, submission_id,
      assigned_by, assigned_at, due_date, deadline, notes, section_name, position)
    SELECT ${uuidSql(now)}, p.client_id, ${workform.id}, ${versionId}, p.submission_id, p.assigned_by, ${at},
      p.due_date, p.due_date, p.notes, ${prefix} || (${name}), s.value ->> 'position'
    FROM (${assignments}) p JOIN json_each(${JSON.stringify(added)}) s
    WHERE NOT EXISTS (SELECT 1 FROM ${bookClientWorkforms} o
      WHERE o.client_id = p.client_id AND o.workform_id = ${workform.id} AND o.position <> ${REMOVED}
        AND (${isTaken}))`
  return { ...step(insert), repeatsText: true }
}

/** Returns steps that replace the temporary names with the new ones. */
export function finishRenames({ db }: BookkeeperContext, plan: Plan): Step[] {
  const { versionId, prefix } = plan
  const { submission_id, workform_version_id, section_name } = bookClientWorkforms
  const isOwn = isOfPlan(plan, sql`${bookClientWorkforms}`)
  const submissions = db.select({ submission_id }).from(bookClientWorkforms).where(isOwn)
  const statuses = workformSectionStatuses
  const isTemporary = (column: SQL): SQL => sql`instr(${column}, ${prefix}) = 1`
  const finalName = (column: SQL): SQL => sql`substr(${column}, ${prefix.length + 1})`
  const [ofSection, ofStatus] = [sql`${section_name}`, sql`${statuses.section_name}`]
  return [
    step(
      db
        .update(statuses)
        .set({ section_name: finalName(ofStatus) })
        .where(and(isTemporary(ofStatus), inArray(statuses.submission_id, submissions))),
    ),
    step(
      db
        .update(bookClientWorkforms)
        .set({ section_name: finalName(ofSection) })
        .where(and(isTemporary(ofSection), isOwn, eq(workform_version_id, versionId))),
    ),
  ]
}
