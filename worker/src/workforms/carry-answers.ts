import type { WorkformField } from '@portal/contract/fields'
import { DRAFT_VERSIONS_PER_ROUND } from '@portal/contract/limits'
import type { SectionMove } from '@portal/contract/match-sections'
import { type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/statement.ts'
import { isOpen } from '../db/section-phase.ts'

/** An edit that has moved the sections to the new version, but not yet withdrawn the removed ones. */
export interface Carry {
  workformId: string
  versionId: string
  /** Fields that moved to another section, with that section. */
  moved: readonly (readonly [fieldId: string, section: string])[]
  /** Prefix of the temporary names of renamed sections. */
  prefix: string
  /** Position that marks sections to withdraw. */
  removed: number
}

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
const JSON_VALUE = `CASE WHEN e.type IN ('array', 'object') THEN json(e.value)
  WHEN e.type IN ('true', 'false') THEN json(e.type) ELSE json_quote(e.value) END`

/**
 * Returns steps that move drafts and files along with their fields to another open section. Draft versions increase, so
 * that a device with the old draft gets a conflict instead of overwriting it. Without an open section for the field,
 * answers stay where they are.
 */
export function carrySteps({ workformId, versionId, moved, prefix, removed }: Carry): Step[] {
  if (moved.length === 0) return []
  // Every moved field (m), and per client the section that it moved to (t).
  const targets = `m AS MATERIALIZED (SELECT value ->> 0 AS field_id, value ->> 1 AS section FROM json_each(?)),
    t AS MATERIALIZED (SELECT a.id, a.client_id, a.version, m.field_id FROM m JOIN book_client_workforms a
      ON a.section_name IN (m.section, '${prefix}' || m.section)
      WHERE a.workform_id = ? AND a.workform_version_id = ? AND ${isOpen('a')} AND a.position <> ${removed})`
  const source = `a.workform_id = ? AND (a.workform_version_id = ? OR a.position = ${removed}) AND ${isOpen('a')}
    AND t.client_id = a.client_id AND t.id <> a.id`
  const args: SqlValue[] = [JSON.stringify(moved), workformId, versionId, workformId, versionId]
  return [
    step({
      sql: `WITH ${targets} INSERT INTO section_drafts (assignment_id, answers, version, updated_at)
            SELECT t.id, json_group_object(e.key, ${JSON_VALUE}), t.version * ${DRAFT_VERSIONS_PER_ROUND} + 1,
              max(d.updated_at)
            FROM book_client_workforms a JOIN section_drafts d ON d.assignment_id = a.id, json_each(d.answers) e, t
            WHERE ${source} AND t.field_id = e.key GROUP BY t.id
            ON CONFLICT (assignment_id) DO UPDATE
              SET answers = json_patch(answers, excluded.answers), version = version + 1,
              updated_at = max(updated_at, excluded.updated_at)`,
      args,
    }),
    step({
      sql: `WITH ${targets} UPDATE section_drafts AS d
              SET answers = json_patch(d.answers, gone.answers), version = d.version + 1
            FROM (SELECT a.id, json_group_object(t.field_id, NULL) AS answers FROM book_client_workforms a, t
              WHERE ${source} GROUP BY a.id) gone
            WHERE d.assignment_id = gone.id AND json_patch(d.answers, gone.answers) <> d.answers`,
      args,
    }),
    step({
      sql: `WITH ${targets} UPDATE files AS f SET assignment_id = t.id FROM book_client_workforms a, t
            WHERE ${source} AND f.assignment_id = a.id AND f.field_id = t.field_id AND f.purpose = 'answer'
              AND f.state <> 'removed'`,
      args,
    }),
    step({
      sql: `UPDATE book_client_workforms AS a SET status = 'in_progress'
            WHERE a.workform_id = ? AND a.workform_version_id = ? AND a.status = 'assigned' AND a.position <> ${removed}
              AND (EXISTS (SELECT 1 FROM section_drafts d WHERE d.assignment_id = a.id AND d.answers <> '{}')
                OR EXISTS (SELECT 1 FROM files f WHERE f.assignment_id = a.id AND f.purpose = 'answer'
                  AND f.state = 'stored'))`,
      args: [workformId, versionId],
    }),
  ]
}
