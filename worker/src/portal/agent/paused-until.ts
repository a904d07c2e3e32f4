import { lastCommitmentDay } from '@portal/contract/commitment-rules'
import { localTime } from '../../platform/time/time-zone.ts'
import { dueDateOf } from './assignment-state.ts'
import type { AgentClient, Assignment } from './client-state.ts'

/**
 * Returns the day until which a promise pauses reminders: the promised one, unless the due date is earlier because it
 * was moved, or a section was added, after the promise.
 */
export function pausedUntil({ time_zone }: AgentClient, assignment: Assignment): string | null {
  const { promised, promised_at, promised_since } = assignment
  if (promised === null || promised_at === null || promised_since === null) return null
  const dayOf = (at: string): string => localTime(time_zone, new Date(at)).day
  const last = lastCommitmentDay(dueDateOf(assignment), dayOf(promised_at), dayOf(promised_since))
  return promised < last ? promised : last
}
