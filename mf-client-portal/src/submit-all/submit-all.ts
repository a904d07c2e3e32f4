import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { errorMessage, newIdempotencyKey } from '@portal/sdk'
import { keeperOf, writtenAnswers } from '../draft/registry.ts'
import { DraftConflict, sendSection } from '../section/submit.ts'
import { contentOf } from '../section/validate.ts'

/** A section to submit, with its idempotency key. */
export interface SectionSubmission {
  detail: PortalSectionDetail
  key: string
}

/** The outcome of submitting a section. */
export type Outcome = 'waiting' | 'sending' | 'sent' | { failed: string }

/** Returns a submission of each section, with its idempotency key. */
export const submissionsOf = (details: readonly PortalSectionDetail[]): SectionSubmission[] =>
  details.map((detail) => ({ detail, key: newIdempotencyKey() }))

function reasonOf(error: unknown): string {
  if (error instanceof DraftConflict) return 'It was also changed somewhere else. Open it to choose what to keep.'
  return errorMessage(error)
}

/**
 * Submits sections one by one and reports each outcome; a failure does not stop the rest. Returns how many were sent.
 */
export async function submitAll(
  owner: string,
  submissions: readonly SectionSubmission[],
  report: (id: string, outcome: Outcome) => void,
): Promise<number> {
  let sent = 0
  for (const { detail, key } of submissions) {
    const id = detail.assignment_id
    report(id, 'sending')
    try {
      await sendSection({
        detail,
        content: contentOf(detail, writtenAnswers(detail)),
        keeper: keeperOf(owner, detail),
        key,
      })
      sent += 1
      report(id, 'sent')
    } catch (error) {
      report(id, { failed: reasonOf(error) })
    }
  }
  return sent
}
