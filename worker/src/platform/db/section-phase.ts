import { assignmentStatuses, phaseOf, type SectionPhase } from '@portal/contract/section-machine'
import { SECTION_STATUSES } from '@portal/contract/statuses'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * SQL conditions for the phases of the section machine. The partial indexes of book_client_workforms are defined with
 * them, and SQLite uses such an index only for a query that repeats its condition, with literal values.
 */

const matches = (statuses: readonly string[]): string => {
  const list = statuses.map((s) => `'${s}'`).join(', ')
  return statuses.length === 1 ? `= ${list}` : `IN (${list})`
}

/** Returns a condition: a value is one of some statuses. */
export const isOneOf = (value: string, statuses: readonly string[]): string => `${value} ${matches(statuses)}`

interface PhaseCondition {
  /** Returns the condition on the column `status` of book_client_workforms, for a query. */
  (status: SQLWrapper): SQL
  /** Returns the condition as text, for triggers and indexes. `alias` is that of book_client_workforms, if any. */
  (alias?: string): string
}

/** Returns a condition: an assigned section is in one of some phases. */
function inPhases(...phases: readonly SectionPhase[]): PhaseCondition {
  const test = matches(assignmentStatuses(...phases))
  function condition(status: SQLWrapper): SQL
  function condition(alias?: string): string
  function condition(column?: SQLWrapper | string): SQL | string {
    if (typeof column === 'object') return sql`${column} ${sql.raw(test)}`
    return `${column ? `${column}.status` : 'status'} ${test}`
  }
  return condition
}

/** Returns a condition: the client can fill in the assigned section. */
export const isOpen = inPhases('open')
/** Returns a condition: the assigned section waits for a review. */
export const isWaiting = inPhases('waiting')
/** Returns a condition: the assigned section is approved. */
export const isDone = inPhases('done')
/** Returns a condition: the assigned section is not approved yet. */
export const isNotDone = inPhases('open', 'waiting')

const sectionStatuses = (phase: SectionPhase) => SECTION_STATUSES.filter((s) => phaseOf(s) === phase)

/** Returns a condition: a `workform_section_statuses.status` is open. */
export const isOpenStatus = (status: SQLWrapper): SQL => sql`${status} ${sql.raw(matches(sectionStatuses('open')))}`
/** Returns a condition as text: a `workform_section_statuses.status` waits for a review. */
export const isWaitingStatus = (status: string): string => isOneOf(status, sectionStatuses('waiting'))
/** Returns a condition as text: a `workform_section_statuses.status` is approved. */
export const isDoneStatus = (status: string): string => isOneOf(status, sectionStatuses('done'))
