import type { FileAnswer } from '@portal/contract/fields'
import { audit } from '../audit/append.ts'
import { newEvidenceKey, sealEvidence } from '../audit/evidence.ts'
import type { BookkeeperContext } from '../context.ts'
import { clientKeys } from '../db/schema/index.ts'
import { commitOnce, require, type Step, step } from '../db/write.ts'
import { isAppError } from '../errors.ts'
import { purge } from '../storage/purge.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type DecisionResult, type SectionUnderReview, sectionUnderReview } from './section-under-review.ts'

const isFile = (value: unknown): value is FileAnswer => typeof value === 'object' && value !== null && 'path' in value

/** Returns the submitted files. Other uploads of the section were never submitted. */
function submittedFiles(section: SectionUnderReview): SectionUnderReview['files'] {
  const submitted = new Set(
    Object.values(section.answers).flatMap((a) => (Array.isArray(a) ? a.filter(isFile).map((f) => f.id) : [])),
  )
  return section.files.filter((f) => submitted.has(f.id))
}

/** Returns steps that remove answers and files. Objects are removed after the batch. */
function removalSteps(ctx: BookkeeperContext, section: SectionUnderReview): Step[] {
  const files = submittedFiles(section)
  const answers = step(
    {
      sql: `UPDATE book_form_submissions SET data = json_patch(data, json_object(?, NULL)), updated_at = ?
            WHERE id = ? AND client_id = ?`,
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

/** Returns the evidence of a rejection: reason, field names, answers, and files by name, size and SHA-256. */
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

/** Returns steps that store a new evidence key. They fail with `stale` if another rejection stored one first. */
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
  const label = `"${section.name}" of "${section.workform_name}"`
  const steps = decisionSteps(ctx, section, {
    event: 'reject',
    notes: reason,
    title: 'Section rejected',
    message: `${label} has been rejected and reopened for you. Reason: ${reason}`,
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
 * Rejects a section on the version that was seen. Removes its answers and files and reopens it for the client.
 * @throws AppError `not_found`, `stale`
 */
export async function rejectSection(
  ctx: BookkeeperContext,
  assignmentId: string,
  input: { version: number; reason: string },
): Promise<DecisionResult> {
  try {
    return await reject(ctx, assignmentId, input)
  } catch (error) {
    // Another rejection may have stored the client's key. If the section itself changed, the retry fails again.
    if (!isAppError(error, 'stale')) throw error
    return reject(ctx, assignmentId, input)
  }
}
