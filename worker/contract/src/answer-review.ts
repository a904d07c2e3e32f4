import * as z from 'zod'
import { Answers, FileAnswer } from './answers.ts'
import { Id, Instant, optionalText } from './common.ts'
import { FLAG_REASONS } from './flag-texts.ts'
import { FLAG_NOTE_MAX, MAX_FIELDS } from './limits.ts'
import { NonAnswers } from './non-answers.ts'
import { Field } from './workforms.ts'

/** Schemas of the review of single answers. */

/** What is wrong with an answer. */
export const Flag = z
  .object({ reason: z.enum(FLAG_REASONS), note: optionalText(FLAG_NOTE_MAX) })
  .refine(({ reason, note }) => reason !== 'other' || note, { path: ['note'], message: 'Please write a reason.' })
export type Flag = z.infer<typeof Flag>

/** The bookkeeper's mark on an answer. `version` is that of the submission that was judged. */
export const AnswerMark = z.object({
  verdict: z.enum(['accepted', 'flagged']),
  /** Null for accepted answers. */
  flag: z.object({ reason: z.enum(FLAG_REASONS), note: z.string().nullable() }).nullable(),
  version: z.number().int(),
})
export type AnswerMark = z.infer<typeof AnswerMark>
/** Marks of a section by field id. */
export const AnswerMarks = z.record(z.string(), AnswerMark)
export type AnswerMarks = z.infer<typeof AnswerMarks>

const version = z.number().int().min(0)

/** Marks an answer of the submission at `version`: accepted, flagged, or not yet judged (null). */
export const MarkAnswer = z.object({
  version,
  field_id: z.string().min(1).max(100),
  mark: z
    .discriminatedUnion('verdict', [
      z.object({ verdict: z.literal('accepted') }),
      z.object({ verdict: z.literal('flagged'), flag: Flag }),
    ])
    .nullable(),
})
export type MarkAnswer = z.infer<typeof MarkAnswer>
export const MarkedAnswers = z.object({ marks: AnswerMarks })

/** Returns the section to the client with the answers to fix; all others count as accepted. */
export const SendBack = z.object({
  version,
  flags: z
    .array(z.object({ field_id: z.string().min(1).max(100), flag: Flag }))
    .min(1, 'Please flag at least one answer.')
    .max(MAX_FIELDS),
})
export type SendBack = z.infer<typeof SendBack>

/** Records that the bookkeeper has opened the submission at `version`. */
export const OpenSubmission = z.object({ version })
/** Answers the client's request to change a submission. */
export const AnswerRecall = z.object({ version, agree: z.boolean() })

/** An answer that the client has to fix. */
export const AnswerToFix = z.object({
  field_id: z.string(),
  question: z.string(),
  flag: z.object({ reason: z.enum(FLAG_REASONS), note: z.string().nullable() }),
})
export type AnswerToFix = z.infer<typeof AnswerToFix>

/** How a submission ended; null while it waits for a review. */
export const ATTEMPT_OUTCOMES = ['approved', 'rejected', 'sent_back', 'recalled'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/** A file of a submission. `is_kept` is false when only its name, size and SHA-256 are left. */
export const AttemptFile = FileAnswer.extend({ field_id: z.string(), sha256: z.string(), is_kept: z.boolean() })
export type AttemptFile = z.infer<typeof AttemptFile>

/** A submission of a section as the client sent it. */
export const SectionAttempt = z.object({
  /** Number of the submission, from 1. */
  number: z.number().int(),
  version: z.number().int(),
  submitted_at: Instant,
  outcome: z.enum(ATTEMPT_OUTCOMES).nullable(),
  decided_at: Instant.nullable(),
  /** The fields as they were when the client answered them. */
  fields: z.array(Field),
  answers: Answers,
  non_answers: NonAnswers,
  files: z.array(AttemptFile),
  /** The answers that were sent back. */
  flags: z.array(AnswerToFix),
})
export type SectionAttempt = z.infer<typeof SectionAttempt>
/** The submissions of a section, newest first. */
export const SectionAttempts = z.object({ assignment_id: Id, items: z.array(SectionAttempt) })
export type SectionAttempts = z.infer<typeof SectionAttempts>
