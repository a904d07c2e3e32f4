import {
  ASSIGNMENT_STATUSES,
  type AssignmentStatus,
  type CoreStatus,
  type Role,
  type SectionStatus,
  type SubmitStatus,
} from './statuses.ts'

/**
 * Events of a section. `send_back` rejects single answers and keeps the others, `recall` returns a submission to the
 * client who asks for it, and `reopen` undoes the approval of a section that was never submitted.
 */
export type SectionEvent = 'submit' | 'recall' | 'approve' | 'reject' | 'send_back' | 'undo' | 'reopen'
/** Events that a bookkeeper decides on. */
export type DecisionEvent = Exclude<SectionEvent, 'submit' | 'recall'>
/** Actions of a bookkeeper. */
export type SectionAction = 'approve' | 'reject' | 'send_back' | 'undo'

/** A transition: who may trigger the event, in which states, and the resulting state of the stored rows. */
export interface SectionRule {
  readonly by: Role
  readonly from: readonly SectionStatus[]
  /** New `workform_section_statuses.status`. */
  readonly to: SectionStatus
  /** New values in `book_client_workforms`. */
  readonly assignment: { readonly status: AssignmentStatus; readonly core: CoreStatus; readonly submit: SubmitStatus }
}

/**
 * The section state machine, the only definition of allowed transitions for worker and screens. A bookkeeper
 * can also decide on a section that was not submitted, because papers arrive by post as well.
 */
export const SECTION_MACHINE: { readonly [E in SectionEvent]: SectionRule } = {
  submit: {
    by: 'client',
    from: ['pending', 'rejected'],
    to: 'pending_review',
    assignment: { status: 'completed', core: 'waiting', submit: 'submitted' },
  },
  recall: {
    by: 'client',
    from: ['pending_review', 'submitted'],
    to: 'pending',
    assignment: { status: 'assigned', core: 'waiting', submit: 'not_submitted' },
  },
  approve: {
    by: 'bookkeeper',
    from: ['pending', 'pending_review', 'submitted'],
    to: 'approved',
    assignment: { status: 'approved', core: 'approved', submit: 'submitted' },
  },
  reject: {
    by: 'bookkeeper',
    from: ['pending', 'pending_review', 'submitted'],
    to: 'rejected',
    assignment: { status: 'rejected', core: 'waiting', submit: 'not_submitted' },
  },
  send_back: {
    by: 'bookkeeper',
    from: ['pending_review', 'submitted'],
    to: 'rejected',
    assignment: { status: 'rejected', core: 'waiting', submit: 'not_submitted' },
  },
  undo: {
    by: 'bookkeeper',
    from: ['approved'],
    to: 'submitted',
    assignment: { status: 'completed', core: 'waiting', submit: 'submitted' },
  },
  reopen: {
    by: 'bookkeeper',
    from: ['approved'],
    to: 'pending',
    assignment: { status: 'assigned', core: 'waiting', submit: 'not_submitted' },
  },
}

/** Returns the event that a bookkeeper's action triggers. Undoing an approval restores the state before it. */
export function eventOf(action: SectionAction, section: { readonly submitted_at: string | null }): DecisionEvent {
  return action === 'undo' && section.submitted_at === null ? 'reopen' : action
}

/** Returns whether an event is allowed in a status. */
export function can(event: SectionEvent, status: SectionStatus): boolean {
  return SECTION_MACHINE[event].from.includes(status)
}

/** Returns the status after an event, or undefined when the event is not allowed. */
export function next(event: SectionEvent, status: SectionStatus): SectionStatus | undefined {
  return can(event, status) ? SECTION_MACHINE[event].to : undefined
}

/** The four statuses that clients see. */
export type ClientSectionStatus = Exclude<SectionStatus, 'submitted'>

/** Returns the status that the client sees: everything that waits for review is `pending_review`. */
export function statusForClient(status: SectionStatus): ClientSectionStatus {
  return status === 'submitted' ? 'pending_review' : status
}

/** Returns whether the section is locked for the client, because it waits for review or is approved. */
export function isLocked(status: SectionStatus): boolean {
  return !can('submit', status)
}

/** How far a section is: `open` for the client, `waiting` for a review, or `done`. */
export type SectionPhase = 'open' | 'waiting' | 'done'

export function phaseOf(status: SectionStatus): SectionPhase {
  if (can('submit', status)) return 'open'
  return can('undo', status) ? 'done' : 'waiting'
}

/** Returns the phase of an assignment status. A status that no event causes, such as `in_progress`, is open. */
export function assignmentPhase(status: AssignmentStatus): SectionPhase {
  const rule = Object.values(SECTION_MACHINE).find(({ assignment }) => assignment.status === status)
  return rule ? phaseOf(rule.to) : 'open'
}

/** Returns the assignment statuses of a phase. */
export function assignmentStatuses(...phases: readonly SectionPhase[]): AssignmentStatus[] {
  return ASSIGNMENT_STATUSES.filter((status) => phases.includes(assignmentPhase(status)))
}

/** Filters of Form Submissions and of the client dashboard. */
export const SECTION_FILTERS = ['all', 'pending', 'approved', 'rejected'] as const
export type SectionFilter = (typeof SECTION_FILTERS)[number]

/**
 * Lists in Form Submissions of a month: with a section that was due in it and was submitted on time, late, or not yet;
 * or with a section that was approved in it.
 */
export const MONTH_FOCUSES = ['on_time', 'late', 'missing', 'approved'] as const
export type MonthFocus = (typeof MONTH_FOCUSES)[number]

/**
 * Lists in Form Submissions of what was sent back: with a section that was, or with an answer that the client changed
 * in the submission after it.
 */
export const SENT_BACK_FOCUSES = ['sent_back', 'corrected'] as const
export type SentBackFocus = (typeof SENT_BACK_FOCUSES)[number]

/** Lists in Form Submissions that correspond to the figures and charts of the dashboard. */
export const SUBMISSION_FOCUSES = [
  'waiting',
  'overdue',
  'completed',
  'client_turn',
  ...MONTH_FOCUSES,
  ...SENT_BACK_FOCUSES,
] as const
export type SubmissionFocus = (typeof SUBMISSION_FOCUSES)[number]

/** Returns whether a list is that of a month. */
export const isMonthFocus = (focus: SubmissionFocus | undefined): focus is MonthFocus =>
  MONTH_FOCUSES.some((f) => f === focus)

/** Returns whether a list is about what was sent back. */
export const isSentBackFocus = (focus: SubmissionFocus | undefined): focus is SentBackFocus =>
  SENT_BACK_FOCUSES.some((f) => f === focus)

/** Returns whether a list can be narrowed to one section by its name. */
export const isSectionFocus = (focus: SubmissionFocus | undefined): focus is SentBackFocus | 'overdue' =>
  focus === 'overdue' || isSentBackFocus(focus)

/**
 * Returns whether a submission with these section statuses matches a filter, for both roles. Everything that is
 * not approved is pending, including a section whose approval was undone. A submission without sections matches
 * only `all`.
 */
export function passesFilter(filter: SectionFilter, statuses: readonly SectionStatus[]): boolean {
  if (filter === 'all') return true
  if (filter === 'approved') return statuses.length > 0 && statuses.every((s) => s === 'approved')
  if (filter === 'rejected') return statuses.includes('rejected')
  return statuses.some((s) => s !== 'approved')
}
