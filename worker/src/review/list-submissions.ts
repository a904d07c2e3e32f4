import type { Answers, WorkformField } from '@portal/contract/fields'
import type { ReviewSection, SubmissionCard, SubmissionsPage, SubmissionsQuery } from '@portal/contract/review'
import type { AssignmentStatus, SectionStatus } from '@portal/contract/statuses'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import { fieldsOf } from '../sections/own-section.ts'
import { answersOf, shownStatus } from './shown-status.ts'
import { type Owner, SORT, submissionPage } from './submission-page.ts'

type Query = z.output<typeof SubmissionsQuery>

interface CardRow {
  id: string
  updated_at: string
  workform_id: string
  workform_name: string
  workform_description: string | null
  client_id: string
  client_name: string
  client_email: string
  data: string
  sections: string
  versions: string
}

interface SectionRow {
  assignment_id: string
  section_name: string
  version_id: string
  assignment_status: AssignmentStatus
  version: number
  due_date: string | null
  submitted_at: string | null
  approved_at: string | null
  status: SectionStatus | null
  status_at: string | null
  notes: string | null
}

function toCard(row: CardRow): SubmissionCard {
  const data = JSON.parse(row.data) as Record<string, Answers>
  const versions = JSON.parse(row.versions) as Record<string, WorkformField[]>
  const rows = JSON.parse(row.sections) as SectionRow[]
  const dates = rows.flatMap((s) => s.due_date ?? []).toSorted()
  return {
    workform_id: row.workform_id,
    workform_name: row.workform_name,
    workform_description: row.workform_description,
    client_id: row.client_id,
    client_name: row.client_name,
    client_email: row.client_email,
    due_date: dates[0] ?? null,
    sections: rows.map(({ version_id, due_date: _due, status_at, status, ...section }): ReviewSection => {
      const answers = answersOf(data, section.section_name)
      return {
        ...section,
        status: shownStatus({ status, status_at, submission_at: row.updated_at, answers }),
        fields: fieldsOf(versions[version_id] ?? [], section.section_name),
        answers,
      }
    }),
  }
}

/** Returns a statement for one page of rows, plus one. */
export function submissionRows(owner: Owner, query: Query, now: Date): SQL {
  return sql`
    WITH page AS MATERIALIZED (${submissionPage(owner, query, decodeCursor(SORT, query.cursor), now)})
    SELECT s.id, s.updated_at, s.data, w.id AS workform_id, w.name AS workform_name,
    w.description AS workform_description,
      c.id AS client_id, c.name AS client_name, c.email AS client_email,
      (SELECT json_group_array(json(o.section)) FROM (
        SELECT json_object('assignment_id', a.id, 'section_name', a.section_name, 'version_id', a.workform_version_id,
          'assignment_status', a.status, 'version', a.version, 'due_date', a.due_date, 'submitted_at', a.submitted_at,
          'approved_at', a.approved_at, 'status', t.status, 'status_at', t.updated_at, 'notes', t.notes) AS section
        FROM book_client_workforms a
        LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name
        WHERE a.submission_id = s.id AND +a.assigned_by = ${owner.userId}
        ORDER BY a.position, a.section_name) o) AS sections,
      (SELECT json_group_object(v.id, json(v.fields)) FROM workform_versions v
        WHERE v.id IN (SELECT a.workform_version_id FROM book_client_workforms a
        WHERE a.submission_id = s.id)) AS versions
    FROM page CROSS JOIN book_form_submissions s ON s.id = page.id
    CROSS JOIN book_workforms w ON w.id = s.form_id CROSS JOIN book_clients c ON c.id = s.client_id
    ORDER BY s.updated_at DESC, s.id DESC`
}

/** Returns a page of submissions with their sections, the newest activity first, in one round trip. */
export async function listSubmissions(ctx: BookkeeperContext, query: Query): Promise<SubmissionsPage> {
  const { limit } = query
  const rows = await ctx.db.all<CardRow>(submissionRows(ctx.actor, query, ctx.now))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toCard),
    next: last ? encodeCursor(SORT, { value: last.updated_at, id: last.id }) : null,
  }
}
