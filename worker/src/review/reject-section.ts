import type { FileAnswer } from '@portal/contract/fields'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { purge } from '../storage/purge.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type Decided, type SectionUnderReview, sectionUnderReview } from './section-under-review.ts'

const isFile = (value: unknown): value is FileAnswer => typeof value === 'object' && value !== null && 'path' in value

/** The rows of the files that the answers name; what the client has uploaded beyond them was never submitted. */
function submittedFiles(section: SectionUnderReview): SectionUnderReview['files'] {
  const named = new Set(Object.values(section.answers).flatMap((a) => (Array.isArray(a) ? a.filter(isFile).map((f) => f.id) : [])))
  return section.files.filter((f) => named.has(f.id))
}

/** Answers and files leave the live submission: the answers now, the objects right after the batch. */
function removalSteps(ctx: BookkeeperContext, section: SectionUnderReview): Step[] {
  const files = submittedFiles(section)
  const answers = step(
    {
      sql: 'UPDATE book_form_submissions SET data = json_patch(data, json_object(?, NULL)), updated_at = ? WHERE id = ? AND client_id = ?',
      args: [section.name, ctx.now.toISOString(), section.submission_id, section.client_id],
    },
    'not_found',
  )
  if (files.length === 0) return [answers]
  const rows = step({
    sql: `UPDATE files SET state = 'removed' WHERE assignment_id = ? AND id IN (SELECT value FROM json_each(?))`,
    args: [section.id, JSON.stringify(files.map((f) => f.id))],
  })
  return [
    answers,
    rows,
    ...purge(
      ctx,
      section.client_id,
      files.map((f) => f.path),
    ),
  ]
}

/** What was rejected, kept in the audit trail: the answers' text, the files by name, size and SHA-256, and what the fields were called. */
function evidence(section: SectionUnderReview) {
  return {
    fields: section.fields.filter((f) => Object.hasOwn(section.answers, f.id)).map(({ id, name, type }) => ({ id, name, type })),
    answers: Object.fromEntries(Object.entries(section.answers).filter(([, answer]) => !(Array.isArray(answer) && answer.some(isFile)))),
    files: submittedFiles(section).map(({ field_id, id, name, size, sha256 }) => ({ field_id, id, name, size, sha256 })),
  }
}

/**
 * Rejects a section as it was seen at `version`: its answers and files are removed, and it is open to the client again.
 * @throws AppError `not_found`, `stale`
 */
export async function rejectSection(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version, reason }: { version: number; reason: string },
): Promise<Decided> {
  const review = await sectionUnderReview(ctx, 'reject', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const steps = decisionSteps(ctx, section, {
    event: 'reject',
    notes: reason,
    title: 'Section rejected',
    message: `"${section.name}" of "${section.workform_name}" has been rejected and reopened for you. Reason: ${reason}`,
    mail: true,
  })
  const entry = audit(ctx, {
    action: 'doc_rejected',
    subjectType: 'section',
    subjectId: section.id,
    clientId: section.client_id,
    detail: { ...decisionFacts(section, decided.status), reason, ...evidence(section) },
  })
  return commitOnce(ctx, [...steps, ...removalSteps(ctx, section), entry], decided)
}
