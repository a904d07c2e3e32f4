import * as z from 'zod'
import { AnswerMarks, AnswerToFix } from './answer-review.ts'
import { Answer, Answers } from './answers.ts'
import { Month } from './charts.ts'
import { Commitment } from './commitments.ts'
import { Day, Id, Instant, optionalText, PageQuery, page, Search, requiredText } from './common.ts'
import { MAX_FIELDS } from './limits.ts'
import { Contribution } from './guests.ts'
import { NonAnswers } from './non-answers.ts'
import { SECTION_FILTERS, SUBMISSION_FOCUSES } from './section-machine.ts'
import { SUBMISSION_GROUPS, SUBMISSION_SORTS } from './submission-orders.ts'
import { ASSIGNMENT_STATUSES, ROLES, SECTION_STATUSES } from './statuses.ts'
import { Field } from './workforms.ts'

/** Schemas of Form Submissions. */

/** The days that a section has been with the client and with the bookkeeper until now, or until its approval. */
export const TimePerSide = z.object({ client: z.number().int(), bookkeeper: z.number().int() })
export type TimePerSide = z.infer<typeof TimePerSide>

export const ReviewSection = z.object({
  /** Id of the `book_client_workforms` row, which decisions refer to. */
  assignment_id: Id,
  section_name: z.string(),
  status: z.enum(SECTION_STATUSES),
  assignment_status: z.enum(ASSIGNMENT_STATUSES),
  /** The version to send back with a decision. */
  version: z.number().int(),
  /** The fields as they were when the client answered them. */
  fields: z.array(Field),
  answers: Answers,
  non_answers: NonAnswers,
  /** What came through links of other people. Missing in responses of earlier versions. */
  contributions: z.array(Contribution).optional(),
  /** The bookkeeper's marks, those on answers of earlier submissions included. */
  marks: AnswerMarks,
  /** Number of submissions, the current one included. */
  attempts: z.number().int(),
  /** When the client asked to change the submission that the bookkeeper has opened. */
  recall_requested_at: Instant.nullable(),
  /** The reason of a rejection or the notes of an approval. */
  notes: z.string().nullable(),
  submitted_at: Instant.nullable(),
  approved_at: Instant.nullable(),
  days: TimePerSide,
})
export type ReviewSection = z.infer<typeof ReviewSection>

export const SubmissionCard = z.object({
  workform_id: Id,
  workform_name: z.string(),
  workform_description: z.string().nullable(),
  client_id: Id,
  client_name: z.string(),
  client_email: z.string(),
  /** Whether the assignment or its client is archived. Only the filter for a single assignment shows it. */
  is_archived: z.boolean(),
  due_date: Day.nullable(),
  /** The earliest due date of the sections that the client can still fill in. */
  open_due_date: Day.nullable(),
  /** When the section that has waited longest for a review was submitted. */
  waiting_since: Instant.nullable(),
  /** Since when the client can fill in the section that has been with the client longest. */
  with_client_since: Instant.nullable(),
  /** The client's latest promise to send the workform. */
  commitment: Commitment.nullable(),
  sections: z.array(ReviewSection),
  /** In a list of a month, the `assignment_id` of each section that the chart of the dashboard counts. */
  counted: z.array(Id).optional(),
})
export type SubmissionCard = z.infer<typeof SubmissionCard>

const SubmissionFilters = PageQuery.extend({
  q: Search,
  filter: z.enum(SECTION_FILTERS).default('all'),
  /**
   * Only submissions with a section that waits for review or is overdue, those completed this month, those that only
   * wait for the client, those of a month, or those with a section that the bookkeeper sent back (`sent_back`) or an
   * answer that the client changed afterwards (`corrected`).
   */
  only: z.enum(SUBMISSION_FOCUSES).optional(),
  /** The month of `only`; the current one if it is missing. */
  month: Month.optional(),
  /** The name of the section that is overdue, or was sent back. */
  section: z.string().max(200).optional(),
  /** The id of the question whose answer was changed. */
  question: z.string().max(200).optional(),
  /** The first month in which a section was sent back, or an answer was changed. */
  since: Month.optional(),
})
export const SubmissionsQuery = SubmissionFilters.extend({
  sort: z.enum(SUBMISSION_SORTS).default('newest'),
  workform: Id.optional(),
  client: Id.optional(),
})
export const SubmissionsPage = page(SubmissionCard)
export type SubmissionsPage = z.infer<typeof SubmissionsPage>

/** The clients or workforms with matching submissions, sorted by name. */
export const SubmissionGroupsQuery = SubmissionFilters.extend({ by: z.enum(SUBMISSION_GROUPS) })
export const SubmissionGroup = z.object({
  /** Id of the client or workform. */
  id: Id,
  name: z.string(),
  /** Number of matching submissions, up to a limit; `more` is true when it was reached. */
  count: z.number().int(),
  more: z.boolean(),
})
export type SubmissionGroup = z.infer<typeof SubmissionGroup>
export const SubmissionGroupsPage = page(SubmissionGroup)
export type SubmissionGroupsPage = z.infer<typeof SubmissionGroupsPage>

const version = z.number().int().min(0)
export const ApproveSection = z.object({ version, notes: optionalText(2000) })
export const RejectSection = z.object({ version, reason: requiredText(2000) })
export const UndoApproval = z.object({ version })
/** The state of the section after a decision. */
export const Decision = z.object({ assignment_id: Id, status: z.enum(SECTION_STATUSES), version: z.number().int() })
export type Decision = z.infer<typeof Decision>

/** Approves several sections of a submission, each at the version that the bookkeeper saw. */
export const ApproveSections = z.object({
  workform_id: Id,
  client_id: Id,
  sections: z
    .array(z.object({ assignment_id: Id, version }))
    .min(1)
    .max(MAX_FIELDS),
})
/** Results in the order of the request. `stale`: the section has changed since and was not approved. */
export const ApprovedSections = z.object({
  results: z.array(
    z.object({
      assignment_id: Id,
      outcome: z.enum(['approved', 'stale', 'not_found']),
      version: z.number().int().nullable(),
    }),
  ),
})
export type ApprovedSections = z.infer<typeof ApprovedSections>

/** The submission after which to search for the next one to review, and the order. Default: the start of the list. */
export const WaitingQuery = z.object({
  workform: Id.optional(),
  client: Id.optional(),
  sort: z.enum(SUBMISSION_SORTS).default('newest'),
})
/** The next submission to review. The search wraps around; null when there is no other. */
export const WaitingCard = z.object({ next: z.object({ workform_id: Id, client_id: Id }).nullable() })
export type WaitingCard = z.infer<typeof WaitingCard>

/** Events in the history of a section. `rejected` includes single answers that were sent back, see `flags`. */
export const HISTORY_EVENTS = ['submitted', 'approved', 'rejected', 'undone'] as const
export const HistoryEntry = z.object({
  id: z.string(),
  event: z.enum(HISTORY_EVENTS),
  at: Instant,
  by: z.object({ name: z.string(), role: z.enum(ROLES) }),
  /** The notes of an approval or the reason of a rejection. */
  text: z.string().nullable(),
  /** Answers and files that a rejection removed, by the field names of that time. */
  answers: z.array(z.object({ field: z.string(), type: z.string(), answer: Answer })),
  files: z.array(z.object({ field: z.string(), name: z.string(), size: z.number(), sha256: z.string() })),
  /** The answers that were sent back; empty when the whole section was rejected. */
  flags: z.array(AnswerToFix),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** What happened to submissions that the client wanted to change. */
export const RECALL_EVENTS = ['recalled', 'requested', 'declined'] as const
export const RecallEntry = z.object({
  id: z.string(),
  event: z.enum(RECALL_EVENTS),
  at: Instant,
  by: z.object({ name: z.string(), role: z.enum(ROLES) }),
})
export type RecallEntry = z.infer<typeof RecallEntry>
/** The history of a section, newest first. */
export const SectionHistory = z.object({ items: z.array(HistoryEntry), recalls: z.array(RecallEntry) })
export type SectionHistory = z.infer<typeof SectionHistory>

/** The files to download as one ZIP: those of a section, a workform, a client, or a client's workform. */
export const DownloadScope = z
  .object({ assignment: Id.optional(), workform: Id.optional(), client: Id.optional() })
  .refine((s) => s.assignment ?? s.workform ?? s.client, 'Please choose what to download.')
export type DownloadScope = z.infer<typeof DownloadScope>
/** A ticket for a download. `path` is valid for one request within a minute. */
export const DownloadTicket = z.object({
  path: z.string(),
  name: z.string(),
  files: z.number().int(),
  bytes: z.number(),
})
export type DownloadTicket = z.infer<typeof DownloadTicket>
