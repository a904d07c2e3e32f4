import type { WorkformField } from '@portal/contract/fields'
import { DRAFT_VERSIONS_PER_ROUND } from '@portal/contract/limits'
import type { SectionMove } from '@portal/contract/match-sections'
import { type SQL, sql } from 'drizzle-orm'
import { bookClientWorkforms, files, sectionDrafts, sectionReviews } from '../../platform/db/schema/index.ts'
import { isOpen } from '../../platform/db/section-phase.ts'
import { type Step, step } from '../../platform/db/write.ts'
import type { Plan } from './reconcile.ts'
import { isOfPlan, REMOVED } from './reconcile.sql.ts'

/** Returns the fields that the edit moves to another section, with that section. */
export function movedFields(
  used: readonly { fields: readonly WorkformField[]; moves: readonly SectionMove[] }[],
  after: readonly WorkformField[],
): [string, string][] {
  const now = new Map(after.map((f) => [f.id, f.section]))
  const moved = new Map<string, string>()
  for (const { fields, moves } of used) {
    const to = new Map(moves.map((m) => [m.from, m.to]))
    for (const { id, section } of fields) {
      const target = now.get(id)
      if (target !== undefined && target !== to.get(section)) moved.set(id, target)
    }
  }
  return [...moved]
}

/** A value of json_each (alias e) as JSON. */
const JSON_VALUE = sql`CASE WHEN e.type IN ('array', 'object') THEN json(e.value)
  WHEN e.type IN ('true', 'false') THEN json(e.type) ELSE json_quote(e.value) END`

/**
 * Returns statements that move flags of answers along with their fields. In the other section they belong to no
 * submission (version 0). Other marks are removed, because there is nothing there to compare them with.
 */
function carryFlags(targets: SQL, isSource: SQL): SQL[] {
  const merged = sql`(SELECT json_group_object(key, json(value)) FROM (
    SELECT key, value FROM json_each(marks) WHERE key NOT IN (SELECT key FROM json_each(excluded.marks))
    UNION ALL SELECT key, value FROM json_each(excluded.marks)))`
  return [
    sql`WITH ${targets}
      INSERT INTO ${sectionReviews} (assignment_id, marks)
      SELECT t.id, json_group_object(e.key, json_set(e.value, '$.version', 0))
      FROM ${bookClientWorkforms} a JOIN ${sectionReviews} r ON r.assignment_id = a.id
        JOIN json_each(r.marks) e JOIN t
      WHERE ${isSource} AND t.field_id = e.key AND e.value ->> 'verdict' = 'flagged' GROUP BY t.id
      ON CONFLICT (assignment_id) DO UPDATE SET marks = ${merged}`,
    sql`WITH ${targets}
      UPDATE ${sectionReviews} AS r SET marks = json_patch(r.marks, gone.marks)
      FROM (SELECT a.id, json_group_object(t.field_id, NULL) AS marks
        FROM ${bookClientWorkforms} a JOIN t WHERE ${isSource} GROUP BY a.id) gone
      WHERE r.assignment_id = gone.id`,
  ]
}

/**
 * Returns steps that move drafts, flags and files along with their fields to another open section, files of earlier
 * submissions included: the approval of that section removes them. Draft versions increase, so that a device with the
 * old draft gets a conflict instead of overwriting it. Without an open section for
 * the field, answers stay where they are. Run them before removed sections are withdrawn.
 */
export function carrySteps(plan: Plan, moved: readonly [string, string][]): Step[] {
  if (moved.length === 0) return []
  const { versionId, prefix } = plan
  const isOwn = isOfPlan(plan, sql`a`)
  // Per moved field and client, the section that the field moved to.
  const targets = sql`t AS (
    SELECT a.id, a.client_id, a.version, m.value ->> 0 AS field_id
    FROM json_each(${JSON.stringify(moved)}) m
      JOIN ${bookClientWorkforms} a ON a.section_name IN (m.value ->> 1, ${prefix} || (m.value ->> 1))
    WHERE ${isOwn} AND a.workform_version_id = ${versionId} AND a.position <> ${REMOVED}
      AND ${isOpen(sql`a.status`)})`
  // The sections (a) that the fields may come from.
  const isSource = sql`${isOwn} AND (a.workform_version_id = ${versionId}
    OR a.position = ${REMOVED}) AND ${isOpen(sql`a.status`)} AND t.client_id = a.client_id AND t.id <> a.id`
  const carry = ([carried, other]: readonly [SQL, SQL]): SQL[] => [
    sql`WITH ${targets}
      INSERT INTO ${sectionDrafts} (assignment_id, ${carried}, ${other}, version, updated_at)
      SELECT t.id, json_group_object(e.key, ${JSON_VALUE}), '{}', t.version * ${DRAFT_VERSIONS_PER_ROUND} + 1,
        max(d.updated_at)
      FROM ${bookClientWorkforms} a JOIN ${sectionDrafts} d ON d.assignment_id = a.id
        JOIN json_each(d.${carried}) e JOIN t
      WHERE ${isSource} AND t.field_id = e.key GROUP BY t.id
      ON CONFLICT (assignment_id) DO UPDATE SET ${carried} = json_patch(${carried}, excluded.${carried}),
        version = version + 1, updated_at = max(updated_at, excluded.updated_at)`,
    sql`WITH ${targets}
      UPDATE ${sectionDrafts} AS d SET ${carried} = json_patch(d.${carried}, gone.${carried}), version = d.version + 1
      FROM (SELECT a.id, json_group_object(t.field_id, NULL) AS ${carried}
        FROM ${bookClientWorkforms} a JOIN t WHERE ${isSource} GROUP BY a.id) gone
      WHERE d.assignment_id = gone.id AND json_patch(d.${carried}, gone.${carried}) <> d.${carried}`,
  ]
  const [answers, nonAnswers] = [sql`answers`, sql`non_answers`]
  const moveFiles = sql`WITH ${targets}
    UPDATE ${files} AS f SET assignment_id = t.id FROM ${bookClientWorkforms} a JOIN t
    WHERE ${isSource} AND f.assignment_id = a.id AND f.field_id = t.field_id AND f.purpose = 'answer'
      AND f.state IN ('pending', 'stored', 'replaced')`
  const markInProgress = sql`UPDATE ${bookClientWorkforms} AS a SET status = 'in_progress'
    WHERE ${isOwn} AND a.workform_version_id = ${versionId} AND a.status = 'assigned'
      AND a.position <> ${REMOVED}
      AND (EXISTS (SELECT 1 FROM ${sectionDrafts} d
          WHERE d.assignment_id = a.id AND (d.answers <> '{}' OR d.non_answers <> '{}'))
        OR EXISTS (SELECT 1 FROM ${files} f WHERE f.assignment_id = a.id AND f.purpose = 'answer'
          AND f.state = 'stored'))`
  return [
    ...carry([answers, nonAnswers]),
    ...carry([nonAnswers, answers]),
    ...carryFlags(targets, isSource),
    moveFiles,
    markInProgress,
  ].map((statement) => step(statement))
}
