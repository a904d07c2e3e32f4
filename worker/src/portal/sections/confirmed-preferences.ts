import type { Preferences } from '@portal/contract/preferences'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/client.ts'
import { agentAssignments } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** Returns the hash that shows for which notes preferences were confirmed. */
export const notesHash = (notes: string | null): string => tokenHash(notes ?? '').slice(0, 32)

interface ConfirmedPreferences {
  notes: string | null
  preferences: Preferences | null
  /** False when they were confirmed for other notes than these. */
  isConfirmed?: boolean
}

/** Returns the step that stores the preferences that the bookkeeper has confirmed for notes; null for none. */
export function confirmPreferences(
  db: Database,
  submissionIds: readonly string[],
  { notes, preferences, isConfirmed = preferences !== null }: ConfirmedPreferences,
): Step {
  const confirmed = { preferences, notes_hash: isConfirmed ? notesHash(notes) : null }
  return step(
    db
      .insert(agentAssignments)
      .values(submissionIds.map((submission_id) => ({ submission_id, ...confirmed })))
      .onConflictDoUpdate({ target: agentAssignments.submission_id, set: confirmed }),
  )
}
