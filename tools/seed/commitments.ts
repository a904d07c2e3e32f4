import { addDays } from '@portal/contract/dates'
import * as schema from '../../worker/src/db/schema/index.ts'
import { instantAt } from '../../worker/src/time/time-zone.ts'
import type { Seeding } from './index.ts'

interface DemoCommitment {
  submissionId: string
  bookkeeperId: string
  /** Days from today. */
  promised: number
  /** When everything was sent; null if it was not. */
  sentAt: string | null
}

/** Adds the promise of a client to send a workform, made three days earlier. */
export function seedCommitment(
  s: Seeding,
  timeZone: string,
  { submissionId, bookkeeperId, promised, sentAt }: DemoCommitment,
): void {
  const day = s.day(promised)
  const ends_at = instantAt(timeZone, addDays(day, 1), 0).toISOString()
  const made_at = s.ago(Math.max(3 - promised, 1))
  const missed = promised < 0 && sentAt === null
  s.add(schema.commitments, {
    id: s.id(),
    submission_id: submissionId,
    bookkeeper_id: bookkeeperId,
    day,
    ends_at,
    made_at,
    changed_at: missed ? ends_at : made_at,
    missed,
    sent_at: sentAt,
  })
}
