import { ATTEMPT_OUTCOMES, type AnswerMarks, type AnswerToFix, type AttemptFile } from '@portal/contract/answer-review'
import type { Answers } from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, oneOf } from './columns.ts'
import { bookClientWorkforms } from './workforms.ts'

/** What belongs to an assigned section: the draft, and what happened to earlier submissions. */

/** Answers that a client has saved but not submitted. Not visible to the bookkeeper. */
export const sectionDrafts = sqliteTable('section_drafts', {
  assignment_id: id().references(() => bookClientWorkforms.id, { onDelete: 'cascade' }),
  answers: text({ mode: 'json' }).$type<Answers>().notNull(),
  non_answers: text({ mode: 'json' }).$type<NonAnswers>().notNull().default({}),
  version: integer().notNull().default(1),
  updated_at: instant().notNull(),
})

/** The bookkeeper's review of a section. Without a row, the bookkeeper has not opened it. */
export const sectionReviews = sqliteTable(
  'section_reviews',
  {
    assignment_id: id().references(() => bookClientWorkforms.id, { onDelete: 'cascade' }),
    /** The version of the section that the bookkeeper has opened. */
    opened_version: integer(),
    /** When the client asked to change a submission that the bookkeeper has opened, and the bookkeeper's id. */
    recall_requested_at: instant(),
    recall_requested_from: text(),
    /** By field id. Those on earlier submissions are kept, to show what was asked for and what was accepted. */
    marks: text({ mode: 'json' }).$type<AnswerMarks>().notNull().default({}),
  },
  (t) => [
    // For the notifications of a bookkeeper.
    index('section_reviews_requests')
      .on(t.recall_requested_from, t.recall_requested_at)
      .where(sql`recall_requested_at IS NOT NULL`),
  ],
)

/**
 * Submissions of a section, and rejections without a submission. They are kept as the client sent them, to show what
 * has changed since.
 */
export const sectionAttempts = sqliteTable(
  'section_attempts',
  {
    assignment_id: belongsTo(() => bookClientWorkforms.id),
    /** The version of the section after the submission. */
    version: integer().notNull(),
    /** The bookkeeper who assigned the section, and the workform, to count without reading the assignments. */
    bookkeeper_id: text().notNull(),
    workform_id: text().notNull(),
    /** The workform version that was answered. */
    workform_version_id: text().notNull(),
    /** When the client submitted it; null for a rejection without a submission. */
    submitted_at: instant(),
    answers: text({ mode: 'json' }).$type<Answers>().notNull(),
    non_answers: text({ mode: 'json' }).$type<NonAnswers>().notNull().default({}),
    files: text({ mode: 'json' }).$type<Omit<AttemptFile, 'is_kept'>[]>().notNull(),
    /** How it ended, and when; null while it waits for a review. */
    outcome: text({ enum: ATTEMPT_OUTCOMES }),
    decided_at: instant(),
    /** When it was rejected or sent back. */
    rejected_at: instant(),
    /** The answers that were sent back. */
    flags: text({ mode: 'json' }).$type<AnswerToFix[]>().notNull().default([]),
    /** When the section was submitted again after it was rejected or sent back. */
    resubmitted_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.assignment_id, t.version] }),
    // For what was sent back most often, by bookkeeper and by workform, and the lists of both.
    index('section_attempts_owner').on(t.bookkeeper_id, t.rejected_at),
    index('section_attempts_owner_workform').on(t.bookkeeper_id, t.workform_id, t.rejected_at),
    index('section_attempts_workform').on(t.workform_id, t.rejected_at),
    check('section_attempts_outcome', oneOf('outcome', ATTEMPT_OUTCOMES)),
  ],
)

/** Questions that a client answered differently in the submission after a rejection. */
export const correctedAnswers = sqliteTable(
  'corrected_answers',
  {
    assignment_id: belongsTo(() => bookClientWorkforms.id),
    /** The version of the section that was rejected. */
    version: integer().notNull(),
    field_id: text().notNull(),
    bookkeeper_id: text().notNull(),
    workform_id: text().notNull(),
    /** When the corrected answer was submitted. */
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.assignment_id, t.version, t.field_id] }),
    index('corrected_answers_owner').on(t.bookkeeper_id, t.at),
    index('corrected_answers_owner_workform').on(t.bookkeeper_id, t.workform_id, t.at),
    index('corrected_answers_workform').on(t.workform_id, t.at),
  ],
)
