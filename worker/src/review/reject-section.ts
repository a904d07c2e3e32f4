import type { FileAnswer } from '@portal/contract/fields'
import { audit } from '../audit/append.ts'
import { newEvidenceKey, sealEvidence } from '../audit/evidence.ts'
import type { BookkeeperContext } from '../context.ts'
import { clientKeys } from '../db/schema/index.ts'
import { commitOnce, require, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { purge } from '../storage/purge.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type Decided, type SectionUnderReview, sectionUnderReview } from './section-under-review.ts'

const isFile = (value: unknown): value is FileAnswer => typeof value === 'object' && value !== null && 'path' in value

/** The rows of the files that the answers name; what the client has uploaded beyond them was never submitted. */
function submittedFiles(section: SectionUnderReview): SectionUnderReview['files'] {
  const named = new Set(
    Object.values(section.answers).flatMap((a) => (Array.isArray(a) ? a.filter(isFile).map((f) => f.id) : [])),
  )
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

/** What was rejected and why: the answers' text, the files by name, size and SHA-256, and what the fields were called. */
function evidence(section: SectionUnderReview, reason: string) {
  return {
    reason,
    fields: section.fields
      .filter((f) => Object.hasOwn(section.answers, f.id))
      .map(({ id, name, type }) => ({ id, name, type })),
    answers: Object.fromEntries(
      Object.entries(section.answers).filter(([, answer]) => !(Array.isArray(answer) && answer.some(isFile))),
    ),
    files: submittedFiles(section).map(({ field_id, id, name, size, sha256 }) => ({
      field_id,
      id,
      name,
      size,
      sha256,
    })),
  }
}

/** The client's first evidence makes the key; of two at once, the second begins again with the key of the first. */
function keySteps(ctx: BookkeeperContext, section: SectionUnderReview, key: string): Step[] {
  if (section.evidence_key) return []
  const { client_id } = section
  return [
    step(ctx.db.insert(clientKeys).values({ client_id, key, created_at: ctx.now.toISOString() }).onConflictDoNothing()),
    require('stale', 'EXISTS (SELECT 1 FROM client_keys WHERE client_id = ? AND key = ?)', [client_id, key]),
  ]
}

async function reject(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version, reason }: { version: number; reason: string },
) {
  const review = await sectionUnderReview(ctx, 'reject', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const key = section.evidence_key ?? newEvidenceKey()
  const steps = decisionSteps(ctx, section, {
    event: 'reject',
    notes: reason,
    title: 'Section rejected',
    message: `"${section.name}" of "${section.workform_name}" has been rejected and reopened for you. Reason: ${reason}`,
  })
  const entry = audit(ctx, {
    action: 'doc_rejected',
    subjectType: 'section',
    subjectId: section.id,
    clientId: section.client_id,
    detail: {
      ...decisionFacts(section, decided.status),
      evidence: await sealEvidence(key, section.client_id, evidence(section, reason)),
    },
  })
  return commitOnce(ctx, [...keySteps(ctx, section, key), ...steps, ...removalSteps(ctx, section), entry], decided)
}

/**
 * Rejects a section as it was seen at `version`: its answers and files are removed, and it is open to the client again.
 * @throws AppError `not_found`, `stale`
 */
export async function rejectSection(
  ctx: BookkeeperContext,
  assignmentId: string,
  input: { version: number; reason: string },
): Promise<Decided> {
  try {
    return await reject(ctx, assignmentId, input)
  } catch (error) {
    // Another rejection may have made the client's key in between. A section that really changed is refused again.
    if (!(error instanceof AppError && error.code === 'stale')) throw error
    return reject(ctx, assignmentId, input)
  }
}
