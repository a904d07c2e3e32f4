/** Roles and statuses, as stored. */

export const ROLES = ['bookkeeper', 'client'] as const
export type Role = (typeof ROLES)[number]

export const CLIENT_STATUSES = ['new', 'onboarding', 'active', 'inactive'] as const
export type ClientStatus = (typeof CLIENT_STATUSES)[number]

/** `book_client_workforms.status`. */
export const ASSIGNMENT_STATUSES = ['assigned', 'in_progress', 'completed', 'approved', 'rejected'] as const
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number]

/** `workform_section_statuses.status`. */
export const SECTION_STATUSES = ['pending', 'pending_review', 'submitted', 'approved', 'rejected'] as const
export type SectionStatus = (typeof SECTION_STATUSES)[number]

export const CORE_STATUSES = ['waiting', 'approved'] as const
export type CoreStatus = (typeof CORE_STATUSES)[number]

export const SUBMIT_STATUSES = ['submitted', 'not_submitted'] as const
export type SubmitStatus = (typeof SUBMIT_STATUSES)[number]

export const SUBMISSION_STATUSES = ['waiting', 'submitted'] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

export const CHAT_SENDERS = ['client', 'bookkeeper', 'system'] as const
export type ChatSender = (typeof CHAT_SENDERS)[number]
