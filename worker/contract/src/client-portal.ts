import * as z from 'zod'
import { AnswerToFix } from './answer-review.ts'
import { Answers, FileAnswer } from './answers.ts'
import { PortalCommitment } from './commitments.ts'
import { Day, FileName, Id, Instant } from './common.ts'
import { Contribution } from './guests.ts'
import { NonAnswers } from './non-answers.ts'
import { SECTION_STATUSES } from './statuses.ts'
import { Field } from './workforms.ts'

/** Schemas of the client portal. */

/**
 * How the client can get a submission back: at once (`now`), or, after the bookkeeper has opened it, by asking for it
 * (`ask`), which the client may have done already (`asked`). Null when it does not wait for a review.
 */
export const RECALLS = ['now', 'ask', 'asked'] as const

export const PortalSection = z.object({
  assignment_id: Id,
  name: z.string(),
  status: z.enum(SECTION_STATUSES),
  version: z.number().int(),
  rejection_reason: z.string().nullable(),
  /** The answers that the bookkeeper has sent back, while the section is open. */
  to_fix: z.array(AnswerToFix),
  recall: z.enum(RECALLS).nullable(),
  /** Number of comments on its questions, and of those that the client has not read. */
  comments: z.number().int(),
  new_comments: z.number().int(),
  field_count: z.number().int(),
  required_count: z.number().int(),
})
export type PortalSection = z.infer<typeof PortalSection>

export const PortalWorkform = z.object({
  workform_id: Id,
  name: z.string(),
  description: z.string().nullable(),
  due_date: Day.nullable(),
  /** Null when nothing is left to send. */
  commitment: PortalCommitment.nullable(),
  sections: z.array(PortalSection),
})
export type PortalWorkform = z.infer<typeof PortalWorkform>
/** The client's workforms. `is_archived`: the bookkeeper has archived the client, so there are none. */
export const PortalWorkforms = z.object({ items: z.array(PortalWorkform), is_archived: z.boolean() })
export type PortalWorkforms = z.infer<typeof PortalWorkforms>

/** A section to fill in. `draft_version` is 0 before the first save. */
export const PortalSectionDetail = z.object({
  assignment_id: Id,
  workform_id: Id,
  workform_name: z.string(),
  name: z.string(),
  status: z.enum(SECTION_STATUSES),
  version: z.number().int(),
  due_date: Day.nullable(),
  rejection_reason: z.string().nullable(),
  /** The answers that the bookkeeper has sent back, while the section is open. */
  to_fix: z.array(AnswerToFix),
  /** What the client had submitted for these, to show which are fixed. */
  sent_back: z.object({ answers: Answers, non_answers: NonAnswers }),
  recall: z.enum(RECALLS).nullable(),
  fields: z.array(Field),
  answers: Answers,
  non_answers: NonAnswers,
  /** What came through links of other people. Missing in responses of earlier versions. */
  contributions: z.array(Contribution).optional(),
  draft_version: z.number().int(),
  saved_at: Instant.nullable(),
})
export type PortalSectionDetail = z.infer<typeof PortalSectionDetail>

/**
 * Saves a draft that is based on `base_version`. Refused with `stale` when another device has saved since. Without
 * `non_answers`, the stored ones are kept.
 */
export const SaveDraft = z.object({
  answers: Answers,
  non_answers: NonAnswers.optional(),
  base_version: z.number().int().min(0),
})
export type SaveDraft = z.infer<typeof SaveDraft>
export const SavedDraft = z.object({ draft_version: z.number().int(), saved_at: Instant })

/**
 * Submits the answers to a section. `version` is the version that the client saw. Without `non_answers`, those of the
 * draft are submitted.
 */
export const SubmitSection = z.object({
  answers: Answers,
  non_answers: NonAnswers.optional(),
  version: z.number().int().min(0),
})
export type SubmitSection = z.infer<typeof SubmitSection>
/** Takes a submission back, or asks the bookkeeper for it. `version` is the version that the client saw. */
export const RecallSection = z.object({ version: z.number().int().min(0) })
export const SubmittedSection = z.object({
  assignment_id: Id,
  status: z.enum(SECTION_STATUSES),
  version: z.number().int(),
})

/** Query of an upload; the request body is the file. */
export const UploadQuery = z.object({ field: z.string().min(1).max(100), name: FileName })
export const UploadedFile = FileAnswer
/** The key of a file: the id of its row, or its path as one URL segment, as in a template of a workform. */
export const FileKeyParam = z.object({ id: z.string().min(1).max(600) })
