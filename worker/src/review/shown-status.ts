import { type Answers, isAnswered } from '@portal/contract/fields'
import type { SectionStatus } from '@portal/contract/statuses'
import { type SQL, sql } from 'drizzle-orm'

/** What a section's status is derived from. */
export interface StatusFacts {
  /** As stored; null where the section has none yet. */
  status: SectionStatus | null
  status_at: string | null
  submission_at: string
  answers: Answers
}

/**
 * The status as the bookkeeper sees it (specification, section 4 'Derived views'): pending where there is none, and pending where a
 * rejected section has been answered again since.
 */
export function shownStatus({ status, status_at, submission_at, answers }: StatusFacts): SectionStatus {
  if (status === null) return 'pending'
  const answeredSince = status === 'rejected' && submission_at > (status_at ?? '') && Object.values(answers).some(isAnswered)
  return answeredSince ? 'pending' : status
}

/**
 * The same in SQL, of an assignment `a`, its submission `s` and its stored status `t`. An answer that was submitted is never empty, so
 * that a section has answers where its object has keys.
 */
export const SHOWN_STATUS: SQL = sql.raw(`CASE
  WHEN t.status IS NULL THEN 'pending'
  WHEN t.status = 'rejected' AND s.updated_at > t.updated_at
    AND EXISTS (SELECT 1 FROM json_each(s.data) d WHERE d.key = a.section_name AND d.value NOT IN ('{}', 'null')) THEN 'pending'
  ELSE t.status END`)

/** The submitted answers of one section. */
export const answersOf = (data: Record<string, Answers>, section: string): Answers =>
  Object.hasOwn(data, section) ? (data[section] ?? {}) : {}
