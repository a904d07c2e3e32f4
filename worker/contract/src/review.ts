import { z } from 'zod'
import { Day, Id, Instant, optionalText, PageQuery, page, Search, text } from './common.ts'
import { SECTION_FILTERS, SUBMISSION_FOCUSES } from './section-machine.ts'
import { ASSIGNMENT_STATUSES, SECTION_STATUSES } from './statuses.ts'
import { Field } from './workforms.ts'

/** Requests and answers of Form Submissions (specification, sections 2, 4 and 7). */

export const FileAnswer = z.object({ id: z.string(), name: z.string(), path: z.string(), size: z.number(), type: z.string() })
export const Answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(FileAnswer), z.null()])
/** Answers of one section, keyed by field id. */
export const Answers = z.record(z.string(), Answer)

export const ReviewSection = z.object({
  /** Id of the book_client_workforms row: what decisions name. */
  assignment_id: Id,
  section_name: z.string(),
  status: z.enum(SECTION_STATUSES),
  assignment_status: z.enum(ASSIGNMENT_STATUSES),
  /** The version to send back with a decision. */
  version: z.number().int(),
  /** The fields it was answered on. */
  fields: z.array(Field),
  answers: Answers,
  /** Reason of a rejection, or notes of an approval. */
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
  /** Only pairs with a section that waits for review, or is overdue; or those whose last section was approved this month. */
  only: z.enum(SUBMISSION_FOCUSES).optional(),
  workform: Id.optional(),
  client: Id.optional(),
})
export const SubmissionsPage = page(SubmissionCard)
export type SubmissionsPage = z.infer<typeof SubmissionsPage>

const version = z.number().int().min(0)
export const ApproveSection = z.object({ version, notes: optionalText(2000) })
export const RejectSection = z.object({ version, reason: text(2000) })
export const UndoApproval = z.object({ version })
/** The section after a decision. */
export const Decision = z.object({ assignment_id: Id, status: z.enum(SECTION_STATUSES), version: z.number().int() })
export type Decision = z.infer<typeof Decision>
