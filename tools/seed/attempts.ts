import { createHash } from 'node:crypto'
import type { Answers, FileAnswer } from '@portal/contract/fields'
import type { SectionStatus } from '@portal/contract/statuses'
import * as schema from '../../worker/src/db/schema/index.ts'
import type { Seeding } from './index.ts'

/** A submitted section, with its answers unless it was rejected. */
interface SubmittedSection {
  id: string
  status: SectionStatus
  submittedAt: string
  /** When its status changed. */
  at: string
  answers: Answers
}

interface Owner {
  userId: string
  workformId: string
  workformVersionId: string
}

const isFile = (item: string | FileAnswer): item is FileAnswer => typeof item !== 'string'

/** Returns the SHA-256 of a seeded file, in hex. */
function sha256Of(s: Seeding, id: string): string {
  const body = s.files.find((file) => file.id === id)?.body ?? ''
  return createHash('sha256').update(body).digest('hex')
}

/** Adds the submission of a section, and how it ended. */
export function seedAttempt(
  s: Seeding,
  { userId, workformId, workformVersionId }: Owner,
  { id, status, submittedAt, at, answers }: SubmittedSection,
): void {
  const outcome = status === 'approved' || status === 'rejected' ? status : null
  s.add(schema.sectionAttempts, {
    assignment_id: id,
    version: 1,
    bookkeeper_id: userId,
    workform_id: workformId,
    workform_version_id: workformVersionId,
    submitted_at: submittedAt,
    answers,
    files: Object.entries(answers).flatMap(([field_id, answer]) =>
      (Array.isArray(answer) ? answer.filter(isFile) : []).map((file) => ({
        ...file,
        field_id,
        sha256: sha256Of(s, file.id),
      })),
    ),
    outcome,
    decided_at: outcome && at,
    rejected_at: outcome === 'rejected' ? at : null,
  })
}
