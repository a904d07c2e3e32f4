import type { ReviewSection, SubmissionCard, SubmissionsPage, SubmissionsQuery } from '@portal/contract/review'
import { asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  workformSectionStatuses,
  workformVersions,
} from '../db/schema/index.ts'
import { sectionAnswers, sectionFields } from '../sections/section-content.ts'
import { ofSection } from '../db/of-section.ts'
import { shownStatus } from './shown-status.ts'
import { submissionPage } from './submission-page.ts'

type Query = z.output<typeof SubmissionsQuery>

/** The sort order in cursors of the list. */
const SORT = 'activity'

const submissions = bookFormSubmissions
const sections = bookClientWorkforms
const statuses = workformSectionStatuses

/** Returns a query for the sections of a page of submissions. */
function sectionsOfPage(ctx: BookkeeperContext, query: Query) {
  const page = submissionPage(ctx, query, decodeCursor(SORT, query.cursor)).as('page')
  return ctx.db
    .select({
      id: submissions.id,
      submission_at: submissions.updated_at,
      card: {
        workform_id: bookWorkforms.id,
        workform_name: bookWorkforms.name,
        workform_description: bookWorkforms.description,
        client_id: bookClients.id,
        client_name: bookClients.name,
        client_email: bookClients.email,
      },
      due_date: sections.due_date,
      section: {
        assignment_id: sections.id,
        section_name: sections.section_name,
        assignment_status: sections.status,
        version: sections.version,
        submitted_at: sections.submitted_at,
        approved_at: sections.approved_at,
        notes: statuses.notes,
        fields: sectionFields,
        answers: sectionAnswers,
      },
      status: statuses.status,
      status_at: statuses.updated_at,
    })
    .from(page)
    .innerJoin(submissions, eq(submissions.id, page.id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, submissions.form_id))
    .innerJoin(bookClients, eq(bookClients.id, submissions.client_id))
    .innerJoin(sections, eq(sections.submission_id, submissions.id))
    .innerJoin(workformVersions, eq(workformVersions.id, sections.workform_version_id))
    .leftJoin(statuses, ofSection)
    .orderBy(desc(submissions.updated_at), desc(submissions.id), asc(sections.position), asc(sections.section_name))
}
type SectionRow = Awaited<ReturnType<typeof sectionsOfPage>>[number]

const toSection = ({ section, ...facts }: SectionRow): ReviewSection => ({
  ...section,
  status: shownStatus({ ...facts, answers: section.answers }),
})

/** Returns the card of a submission, which has at least one section. */
function toCards(rows: readonly SectionRow[]): SubmissionCard[] {
  const dates = rows.flatMap((row) => row.due_date ?? []).toSorted()
  return rows.slice(0, 1).map(({ card }) => ({ ...card, due_date: dates[0] ?? null, sections: rows.map(toSection) }))
}

/** Returns a page of submissions with their sections, the newest activity first, in one round trip. */
export async function listSubmissions(ctx: BookkeeperContext, query: Query): Promise<SubmissionsPage> {
  const rows = await sectionsOfPage(ctx, query)
  const submissionsOfPage = [...Map.groupBy(rows, (row) => row.id).values()]
  const shown = submissionsOfPage.slice(0, query.limit)
  const last = submissionsOfPage.length > query.limit ? shown.at(-1)?.[0] : undefined
  return {
    items: shown.flatMap(toCards),
    next: last ? encodeCursor(SORT, { value: last.submission_at, id: last.id }) : null,
  }
}
