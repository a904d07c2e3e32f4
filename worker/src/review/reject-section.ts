import type { FileAnswer } from '@portal/contract/fields'
import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import { newEvidenceKey, sealEvidence } from '../audit/evidence.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookFormSubmissions, clientKeys, files } from '../db/schema/index.ts'
import { check, commitOnce, type Step, step } from '../db/write.ts'
import { isAppError } from '../errors.ts'
import { purge } from '../storage/purge.ts'
import { decisionEntry, decisionSteps } from './decision-steps.ts'
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
  const removed = submittedFiles(section)
  const { id, client_id, data } = bookFormSubmissions
  const answers = step(
    ctx.db
      .update(bookFormSubmissions)
      // A merge patch, because section names may contain characters that a JSON path cannot.
      .set({ data: sql`json_patch(${data}, json_object(${section.name}, NULL))`, updated_at: ctx.now.toISOString() })
      .where(and(eq(id, section.submission_id), eq(client_id, section.client_id))),
    'not_found',
  )
  if (removed.length === 0) return [answers]
  const ids = removed.map((f) => f.id)
  const rows = ctx.db
    .update(files)
    .set({ state: 'removed' })
    .where(and(eq(files.assignment_id, section.id), inArray(files.id, ids)))
  const paths = removed.map((f) => f.path)
  return [answers, step(rows), ...purge(ctx, section.client_id, paths)]
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
  const stored = ctx.db
    .select({ key: clientKeys.key })
    .from(clientKeys)
    .where(and(eq(clientKeys.client_id, client_id), eq(clientKeys.key, key)))
  return [
    step(ctx.db.insert(clientKeys).values({ client_id, key, created_at: ctx.now.toISOString() }).onConflictDoNothing()),
    check('stale', exists(stored)),
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
  const sealed = await sealEvidence(key, section.client_id, evidence(section, reason))
  const entry = audit(ctx, decisionEntry(section, 'reject', { evidence: sealed }))
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
