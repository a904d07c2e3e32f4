import type { ReviewSection, SubmissionCard, SubmissionsPage, SubmissionsQuery } from '@portal/contract/review'
import { isMonthFocus } from '@portal/contract/section-machine'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/cursor.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  sectionAttempts,
  sectionReviews,
  workformSectionStatuses,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { sectionAnswers, sectionFields, sectionNonAnswers } from '../sections/section-content.ts'
import { contributionsOf, contributionsTo } from '../sections/contributions.ts'
import { commitmentsOf, toCommitment } from '../sections/commitment-state.ts'
import { timePerSide, toTimePerSide } from '../sections/time-per-side.ts'
import { ofSection } from '../../platform/db/of-section.ts'
import { sectionsOfMonth } from './sections-of-month.ts'
import { shownStatus } from './shown-status.ts'
import { submissionOrder } from './submission-order.ts'
import { submissionPage } from './submission-page.ts'

type Query = z.output<typeof SubmissionsQuery>

const submissions = bookFormSubmissions
const sections = bookClientWorkforms
const statuses = workformSectionStatuses

function sectionsOfPage(ctx: BookkeeperContext, query: Query) {
  const order = submissionOrder(query.sort)
  const { only, month } = query
  const isCounted = isMonthFocus(only) ? inArray(sections.id, sectionsOfMonth(ctx, only, month)) : sql`false`
  const page = submissionPage(ctx, query, decodeCursor(order.name, query.cursor)).as('page')
  return ctx.db
    .select({
      id: submissions.id,
      submission_at: submissions.updated_at,
      key: order.column,
      waiting_since: submissions.waiting_since,
      due_on: submissions.due_on,
      client_since: submissions.client_since,
      commitments: commitmentsOf(submissions.id, 1),
      card: {
        workform_id: bookWorkforms.id,
        workform_name: bookWorkforms.name,
        workform_description: bookWorkforms.description,
        client_id: bookClients.id,
        client_name: bookClients.name,
        client_email: bookClients.email,
        // No list has the submission of another bookkeeper, so null means archived.
        is_archived: sql`${submissions.bookkeeper_id} IS NULL`.mapWith(Boolean),
      },
      due_date: sections.due_date,
      is_counted: isCounted.mapWith(Boolean),
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
        non_answers: sectionNonAnswers,
        contributions: contributionsOf(sections.id),
        attempts: ctx.db.$count(
          sectionAttempts,
          and(eq(sectionAttempts.assignment_id, sections.id), isNotNull(sectionAttempts.submitted_at)),
        ),
      },
      review: { marks: sectionReviews.marks, recall_requested_at: sectionReviews.recall_requested_at },
      ...timePerSide(ctx.now),
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
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, sections.id))
    .orderBy(...order.by, asc(sections.position), asc(sections.section_name))
}
type SectionRow = Awaited<ReturnType<typeof sectionsOfPage>>[number]

/** Returns a sort key, or null for the one that stands for no section. */
const dateOf = (key: string): string | null => (key === '~' ? null : key)

const toSection = ({ section, review, ...facts }: SectionRow): ReviewSection => ({
  ...section,
  contributions: contributionsTo(section.answers, section.contributions),
  marks: review?.marks ?? {},
  recall_requested_at: review?.recall_requested_at ?? null,
  days: toTimePerSide(facts),
  status: shownStatus({ ...facts, answers: section.answers }),
})

/** Returns the card of a submission, which has at least one section. */
function toCards(rows: readonly SectionRow[], { only }: Query, now: Date): SubmissionCard[] {
  const dates = rows.flatMap((row) => row.due_date ?? []).toSorted()
  return rows.slice(0, 1).map(({ card, due_on, waiting_since, client_since, commitments: [commitment] }) => ({
    ...card,
    due_date: dates[0] ?? null,
    open_due_date: dateOf(due_on),
    waiting_since: dateOf(waiting_since),
    with_client_since: dateOf(client_since),
    commitment: commitment ? toCommitment(commitment, now) : null,
    sections: rows.map(toSection),
    ...(isMonthFocus(only) && {
      counted: rows.filter((row) => row.is_counted).map((row) => row.section.assignment_id),
    }),
  }))
}

/** Returns a page of submissions with their sections, in the order of the query, in one round trip. */
export async function listSubmissions(ctx: BookkeeperContext, query: Query): Promise<SubmissionsPage> {
  const rows = await sectionsOfPage(ctx, query)
  const submissionsOfPage = [...Map.groupBy(rows, (row) => row.id).values()]
  const shown = submissionsOfPage.slice(0, query.limit)
  const last = submissionsOfPage.length > query.limit ? shown.at(-1)?.[0] : undefined
  return {
    items: shown.flatMap((rowsOfCard) => toCards(rowsOfCard, query, ctx.now)),
    next: last ? encodeCursor(submissionOrder(query.sort).name, { value: last.key, id: last.id }) : null,
  }
}
