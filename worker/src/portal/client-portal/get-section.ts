import type { PortalSectionDetail } from '@portal/contract/client-portal'
import type { AnswerToFix } from '@portal/contract/answer-review'
import { statusForClient, isLocked } from '@portal/contract/section-machine'
import { and, desc, eq } from 'drizzle-orm'
import { fieldsInScope } from '../auth/guests/scope.ts'
import type { ClientContext } from '../../context.ts'
import { bookClientWorkforms, sectionAttempts } from '../../platform/db/schema/index.ts'
import {
  fieldsOf,
  fileAnswers,
  ownSection,
  sectionFiles,
  shownSection,
  statusOf,
  answersToSave,
  nonAnswersToSave,
} from '../sections/own-section.ts'
import { contributionsTo } from '../sections/contributions.ts'
import { answersToFix, recallOf } from '../sections/section-review.ts'

/** Returns a query for the submission that the bookkeeper has sent back last. */
function lastSentBack({ db, actor }: ClientContext, assignmentId: string) {
  const { assignment_id, version, outcome, answers, non_answers } = sectionAttempts
  return db
    .select({ answers, non_answers })
    .from(sectionAttempts)
    .innerJoin(bookClientWorkforms, eq(bookClientWorkforms.id, assignment_id))
    .where(
      and(eq(assignment_id, assignmentId), eq(bookClientWorkforms.client_id, actor.clientId), eq(outcome, 'sent_back')),
    )
    .orderBy(desc(version))
    .limit(1)
}
type SentBack = Awaited<ReturnType<typeof lastSentBack>>[number]

/** What another person who fills in the section is not told: what bookkeeper and client say to each other. */
const UNTOLD = { rejection_reason: null, to_fix: [], sent_back: { answers: {}, non_answers: {} }, non_answers: {} }

/** Returns what was submitted for the answers to fix. */
function sentBack(toFix: readonly AnswerToFix[], attempt: SentBack | undefined): PortalSectionDetail['sent_back'] {
  const isToFix = ([id]: readonly [string, unknown]): boolean => toFix.some(({ field_id }) => field_id === id)
  return {
    answers: Object.fromEntries(Object.entries(attempt?.answers ?? {}).filter(isToFix)),
    non_answers: Object.fromEntries(Object.entries(attempt?.non_answers ?? {}).filter(isToFix)),
  }
}

/**
 * Returns a section for the client to fill in. An open section has the draft and the uploaded files, a locked one the
 * submitted answers. A guest session gets its question or section only.
 * @throws AppError `not_found`, `archived`
 */
export async function getSection(ctx: ClientContext, assignmentId: string): Promise<PortalSectionDetail> {
  const [sections, uploaded, attempts] = await ctx.db.batch([
    ownSection(ctx, assignmentId),
    sectionFiles(ctx, assignmentId),
    lastSentBack(ctx, assignmentId),
  ])
  const section = shownSection(sections[0])
  const status = statusOf(section)
  const fields = fieldsInScope(ctx.actor, fieldsOf(section.all_fields, section.name))
  const answers = isLocked(status)
    ? section.submitted
    : { ...answersToSave(fields, section.draft?.answers ?? section.submitted), ...fileAnswers(fields, uploaded) }
  const nonAnswers = isLocked(status)
    ? section.submitted_non_answers
    : nonAnswersToSave(fields, section.draft?.non_answers ?? section.submitted_non_answers, answers)
  const toFix = answersToFix(status, fields, section.review?.marks)
  const detail = {
    assignment_id: section.id,
    workform_id: section.workform_id,
    workform_name: section.workform_name,
    name: section.name,
    status: statusForClient(status),
    version: section.version,
    due_date: section.due_date,
    rejection_reason: status === 'rejected' ? section.notes : null,
    to_fix: toFix,
    sent_back: sentBack(toFix, attempts[0]),
    recall: recallOf({ ...section, status }),
    fields,
    answers,
    non_answers: nonAnswers,
    contributions: contributionsTo(answers, section.contributions),
    draft_version: section.draft?.version ?? 0,
    saved_at: section.draft?.updated_at ?? null,
  }
  return ctx.actor.guest?.fieldId === null ? { ...detail, ...UNTOLD } : detail
}
