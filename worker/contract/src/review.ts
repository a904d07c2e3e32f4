import * as z from 'zod'
import { Day, Id, Instant, optionalText, PageQuery, page, Search, requiredText } from './common.ts'
import { MAX_FIELDS } from './limits.ts'
import { SECTION_FILTERS, SUBMISSION_FOCUSES } from './section-machine.ts'
import { ASSIGNMENT_STATUSES, ROLES, SECTION_STATUSES } from './statuses.ts'
import { Field } from './workforms.ts'

/** Schemas of Form Submissions. */

export const FileAnswer = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  size: z.number(),
  type: z.string(),
})
export const Answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(FileAnswer), z.null()])
/** The answers of a section by field id. */
export const Answers = z.record(z.string(), Answer)

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
  /** The reason of a rejection or the notes of an approval. */
  notes: z.string().nullable(),
  submitted_at: Instant.nullable(),
  approved_at: Instant.nullable(),
})
export type ReviewSection = z.infer<typeof ReviewSection>

export const SubmissionCard = z.object({
  workform_id: Id,
  workform_name: z.string(),
  workform_description: z.string().nullable(),
  client_id: Id,
  client_name: z.string(),
  client_email: z.string(),
  due_date: Day.nullable(),
  sections: z.array(ReviewSection),
})
export type SubmissionCard = z.infer<typeof SubmissionCard>

export const SubmissionsQuery = PageQuery.extend({
  q: Search,
  filter: z.enum(SECTION_FILTERS).default('all'),
  /** Only submissions with a section that waits for review or is overdue, or those completed this month. */
  only: z.enum(SUBMISSION_FOCUSES).optional(),
  workform: Id.optional(),
  client: Id.optional(),
})
export const SubmissionsPage = page(SubmissionCard)
export type SubmissionsPage = z.infer<typeof SubmissionsPage>

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

/** The submission after which to search for the next one to review. Default: the start of the list. */
export const WaitingQuery = z.object({ workform: Id.optional(), client: Id.optional() })
/** The next submission to review. The search wraps around; null when there is no other. */
export const WaitingCard = z.object({ next: z.object({ workform_id: Id, client_id: Id }).nullable() })
export type WaitingCard = z.infer<typeof WaitingCard>

/** Events in the history of a section. */
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
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
/** The history of a section, newest first. */
export const SectionHistory = z.object({ items: z.array(HistoryEntry) })
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
