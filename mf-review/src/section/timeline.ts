import type { SectionAttempt } from '@portal/contract/answer-review'
import { knownText } from '@portal/contract/known'
import type { HistoryEntry, RecallEntry, SectionHistory } from '@portal/contract/review'

/** Something that happened to a section. */
export interface TimelineEntry {
  id: string
  at: string
  title: string
  by: HistoryEntry['by'] | undefined
  text: string | null
  /** What the client submitted. */
  attempt: SectionAttempt | undefined
  /** The answers and files that a rejection removed. */
  declined: Pick<HistoryEntry, 'answers' | 'files'>
}

const NOTHING = { answers: [], files: [] }

const EVENTS: Record<HistoryEntry['event'], string> = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  undone: 'Approval undone',
}
const RECALLS: Record<RecallEntry['event'], string> = {
  recalled: 'Taken back',
  requested: 'Asked to change it',
  declined: 'Request declined',
}

function ofEntry(entry: HistoryEntry, attempt: SectionAttempt | undefined): TimelineEntry {
  const { id, at, event, by, text, answers, files, flags } = entry
  return {
    id,
    at,
    title: flags.length > 0 ? 'Sent back' : knownText(EVENTS, event),
    by,
    text,
    attempt,
    declined: { answers, files },
  }
}

const ofRecall = ({ id, at, event, by }: RecallEntry): TimelineEntry => ({
  id,
  at,
  title: event === 'recalled' && by.role === 'bookkeeper' ? 'Returned to the client' : knownText(RECALLS, event),
  by,
  text: null,
  attempt: undefined,
  declined: NOTHING,
})

/**
 * Returns what happened to a section, newest first. Every submission is in it, even if the audit log is cut off.
 * @param attempts the submissions, newest first. The latest entries of the audit log are those of the latest ones.
 */
export function timelineOf({ items, recalls }: SectionHistory, attempts: readonly SectionAttempt[]): TimelineEntry[] {
  const submitted = items.filter(({ event }) => event === 'submitted')
  const entries = items.map((entry) => ofEntry(entry, attempts[submitted.indexOf(entry)]))
  const others = attempts.slice(submitted.length).map((attempt) => ({
    id: `attempt ${attempt.number}`,
    at: attempt.submitted_at,
    title: EVENTS.submitted,
    by: undefined,
    text: null,
    attempt,
    declined: NOTHING,
  }))
  return [...entries, ...recalls.map(ofRecall), ...others].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
