import type { AssignmentStatus, CoreStatus, Role, SectionStatus, SubmitStatus } from './statuses.ts'

/** What can happen to a section (specification, section 4). `reopen` undoes the approval of a section that was never submitted. */
export type SectionEvent = 'submit' | 'approve' | 'reject' | 'undo' | 'reopen'
/** What a bookkeeper can ask for. */
export type SectionAction = 'approve' | 'reject' | 'undo'

/** One row of the machine: who may fire the event, from where, and what it leaves behind in the stored rows. */
export interface SectionRule {
  readonly by: Role
  readonly from: readonly SectionStatus[]
  /** `workform_section_statuses.status` afterwards. */
  readonly to: SectionStatus
  /** `book_client_workforms` afterwards. */
  readonly assignment: { readonly status: AssignmentStatus; readonly core: CoreStatus; readonly submit: SubmitStatus }
}

/**
 * The section state machine. Worker and screens both read it; nothing else decides what may follow what.
 * A bookkeeper may decide on a section nobody has submitted yet: papers also arrive by post.
 */
export const SECTION_MACHINE: { readonly [E in SectionEvent]: SectionRule } = {
  submit: {
    by: 'client',
    from: ['pending', 'rejected'],
    to: 'pending_review',
    assignment: { status: 'completed', core: 'waiting', submit: 'submitted' },
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

/** Returns the event that a bookkeeper's action causes: an undone approval brings back the state before it. */
export function eventOf(
  action: SectionAction,
  section: { readonly submitted_at: string | null },
): Exclude<SectionEvent, 'submit'> {
  return action === 'undo' && section.submitted_at === null ? 'reopen' : action
}

/** Whether `event` may happen to a section in `status`. */
export function can(event: SectionEvent, status: SectionStatus): boolean {
  return SECTION_MACHINE[event].from.includes(status)
}

/** The status after `event`, or `undefined` where the event is not allowed. */
export function next(event: SectionEvent, status: SectionStatus): SectionStatus | undefined {
  return can(event, status) ? SECTION_MACHINE[event].to : undefined
}

/** The four statuses a client is shown: whatever waits for the bookkeeper is `pending_review`. */
export type ClientSectionStatus = Exclude<SectionStatus, 'submitted'>

/** The status as the client sees it. */
export function statusForClient(status: SectionStatus): ClientSectionStatus {
  return status === 'submitted' ? 'pending_review' : status
}

/** Whether the client cannot open the section: it waits for review, or is approved. */
export function isLocked(status: SectionStatus): boolean {
  return !can('submit', status)
}

/** Filter pills of Form Submissions and of the client dashboard. */
export const SECTION_FILTERS = ['all', 'pending', 'approved', 'rejected'] as const
export type SectionFilter = (typeof SECTION_FILTERS)[number]

/** What the dashboard counts, as lists of Form Submissions: narrower than any of the filters. */
export const SUBMISSION_FOCUSES = ['waiting', 'overdue', 'completed'] as const
export type SubmissionFocus = (typeof SUBMISSION_FOCUSES)[number]

/**
 * Whether a card with these section statuses passes the filter (specification, section 4 'Filters'), for both roles. Everything that is
 * not approved is pending, also a section whose approval was undone. A card without sections passes only `all`.
 */
export function passesFilter(filter: SectionFilter, statuses: readonly SectionStatus[]): boolean {
  if (filter === 'all') return true
  if (filter === 'approved') return statuses.length > 0 && statuses.every((s) => s === 'approved')
  if (filter === 'rejected') return statuses.includes('rejected')
  return statuses.some((s) => s !== 'approved')
}
