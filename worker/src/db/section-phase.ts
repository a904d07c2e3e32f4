import { assignmentStatuses, phaseOf, type SectionPhase } from '@portal/contract/section-machine'
import { SECTION_STATUSES } from '@portal/contract/statuses'

/*
 * SQL conditions for the phases of the section machine. The partial indexes of book_client_workforms are defined with
 * them, and SQLite uses such an index only for a query that repeats its condition.
 *
 * `alias` is the alias of book_client_workforms in the statement, if any.
 */

const columnOf = (alias: string | undefined): string => (alias ? `${alias}.status` : 'status')

const listOf = (statuses: readonly string[]): string => statuses.map((s) => `'${s}'`).join(', ')
/** Returns a condition: a value is one of some statuses. */
export const isOneOf = (value: string, statuses: readonly string[]): string =>
  statuses.length === 1 ? `${value} = ${listOf(statuses)}` : `${value} IN (${listOf(statuses)})`
const isNoneOf = (value: string, statuses: readonly string[]): string =>
  statuses.length === 1 ? `${value} <> ${listOf(statuses)}` : `${value} NOT IN (${listOf(statuses)})`

const inPhases =
  (...phases: readonly SectionPhase[]) =>
  (alias?: string): string =>
    isOneOf(columnOf(alias), assignmentStatuses(...phases))

/** Returns a condition: the client can fill in the assigned section. */
export const isOpen = inPhases('open')
/** Returns a condition: the assigned section waits for a review. */
export const isWaiting = inPhases('waiting')
/** Returns a condition: the assigned section is approved. */
export const isDone = inPhases('done')
/** Returns a condition: the assigned section is locked for the client. */
export const isLocked = inPhases('waiting', 'done')

/** Returns a condition: the assigned section is not approved yet. */
export const isNotDone = (alias?: string): string => isNoneOf(columnOf(alias), assignmentStatuses('done'))

const statusIn =
  (phase: SectionPhase) =>
  (status: string): string =>
    isOneOf(
      status,
      SECTION_STATUSES.filter((s) => phaseOf(s) === phase),
    )

/** Returns a condition: a `workform_section_statuses.status` is open. */
export const isOpenStatus = statusIn('open')
/** Returns a condition: a `workform_section_statuses.status` waits for a review. */
export const isWaitingStatus = statusIn('waiting')
/** Returns a condition: a `workform_section_statuses.status` is approved. */
export const isDoneStatus = statusIn('done')
