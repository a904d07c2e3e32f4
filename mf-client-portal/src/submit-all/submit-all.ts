import type { PortalSectionDetail } from '@portal/contract/portal'
import { errorMessage, newIdempotencyKey } from '@portal/sdk'
import { keeperOf, writtenIn } from '../draft/registry.ts'
import { DraftConflict, sendSection } from '../section/submit.ts'
import { together } from '../section/validate.ts'

/** A section to submit; the key makes a repeat harmless. */
export interface Part {
  detail: PortalSectionDetail
  key: string
}

/** What became of a section. */
export type Outcome = 'waiting' | 'sending' | 'sent' | { failed: string }

export const partsOf = (details: readonly PortalSectionDetail[]): Part[] =>
  details.map((detail) => ({ detail, key: newIdempotencyKey() }))

function reasonOf(error: unknown): string {
  if (error instanceof DraftConflict) return 'It was also changed on another device. Open it to choose what to keep.'
  return errorMessage(error)
}

/** Submits sections one after the other, and tells how each of them fares; one that fails does not hold back the next. */
export async function submitAll(
  owner: string,
  parts: readonly Part[],
  tell: (id: string, outcome: Outcome) => void,
): Promise<number> {
  let sent = 0
  for (const { detail, key } of parts) {
    const id = detail.assignment_id
    tell(id, 'sending')
    try {
      await sendSection({ detail, answers: together(detail, writtenIn(detail)), keeper: keeperOf(owner, detail), key })
      sent += 1
      tell(id, 'sent')
    } catch (error) {
      tell(id, { failed: reasonOf(error) })
    }
  }
  return sent
}
