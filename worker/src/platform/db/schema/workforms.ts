import type { Answers, WorkformField } from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import {
  ASSIGNMENT_STATUSES,
  CORE_STATUSES,
  SECTION_STATUSES,
  SUBMISSION_STATUSES,
  SUBMIT_STATUSES,
} from '@portal/contract/statuses'
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, nameOrder, oneOf } from './columns.ts'
import { bookClients, firms, profiles } from './people.ts'
import { isDone, isOpen, isWaiting } from '../section-phase.ts'
import { HIDDEN_BY, IS_SHOWN } from '../archived.ts'

export const bookWorkforms = sqliteTable(
  'book_workforms',
  {
    id: id(),
    name: text().notNull(),
    description: text(),
    fields: text({ mode: 'json' }).$type<WorkformField[]>().notNull(),
    is_template: integer({ mode: 'boolean' }).notNull().default(false),
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    firm_id: text()
      .notNull()
      .references(() => firms.id),
    /** Days from assignment to due date, with which screens prefill the due date. */
    due_days: integer(),
    version: integer().notNull().default(1),
    /** Key of the starter template that this is an unchanged copy of. Assigning the starter again reuses the copy. */
    starter: text(),
    /** Name and description as `foldText` returns them, if they are not ASCII. */
    folded_name: text(),
    folded_description: text(),
    /** What lists sort names by, and searches compare. */
    name_order: nameOrder(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    /** When the workform was deleted. The row stays for its approved sections. */
    deleted_at: instant(),
    /** When the workform was archived. It cannot be assigned until it is restored; its assignments go on. */
    archived_at: instant(),
    is_archived: integer({ mode: 'boolean' }).generatedAlwaysAs(sql`"archived_at" IS NOT NULL`, { mode: 'virtual' }),
  },
  (t) => [
    // Includes kind and name, so that tabs and search can filter without reading the rows, which contain all fields.
    index('book_workforms_owner_created').on(
      t.user_id,
      t.deleted_at,
      t.is_archived,
      t.created_at,
      t.id,
      t.is_template,
      t.name_order,
    ),
    index('book_workforms_firm_templates').on(
      t.firm_id,
      t.is_template,
      t.deleted_at,
      t.is_archived,
      t.name_order,
      t.id,
    ),
    index('book_workforms_firm_name').on(t.firm_id, t.name_order, t.id),
    uniqueIndex('book_workforms_starter')
      .on(t.user_id, t.starter)
      .where(sql`starter IS NOT NULL AND deleted_at IS NULL`),
  ],
)

/** Saved versions of a workform. Immutable, because answers refer to the version that they were given for. */
export const workformVersions = sqliteTable(
  'workform_versions',
  {
    id: id(),
    workform_id: text()
      .notNull()
      .references(() => bookWorkforms.id),
    version: integer().notNull(),
    name: text().notNull(),
    description: text(),
    fields: text({ mode: 'json' }).$type<WorkformField[]>().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [uniqueIndex('workform_versions_number').on(t.workform_id, t.version)],
)

export const bookFormSubmissions = sqliteTable(
  'book_form_submissions',
  {
    id: id(),
    form_id: text()
      .notNull()
      .references(() => bookWorkforms.id),
    client_id: text()
      .notNull()
      .references(() => bookClients.id),
    /** The client's bookkeeper, to list submissions by activity; null while archived. Set by triggers. */
    bookkeeper_id: text(),
    /** When the bookkeeper archived the assignment. */
    archived_at: instant(),
    client_email: text().notNull(),
    /** Submitted answers: section name → field id → answer. */
    data: text({ mode: 'json' }).$type<Record<string, Answers>>().notNull(),
    /** What was submitted in place of answers: section name → field id → non-answer. */
    non_answers: text({ mode: 'json' }).$type<Record<string, NonAnswers>>().notNull().default({}),
    status: text({ enum: SUBMISSION_STATUSES }).notNull().default('waiting'),
    /**
     * Denormalized count of sections waiting for review, and the filters of Form Submissions that match; kept by
     * triggers.
     */
    waiting: integer().notNull().default(0),
    is_pending: integer({ mode: 'boolean' }).notNull().default(false),
    is_approved: integer({ mode: 'boolean' }).notNull().default(false),
    is_rejected: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Denormalized values that the list is sorted by; kept by triggers. When the section that has waited longest for a
     * review was submitted, since when the client can fill in the section that has been open longest, the earliest due
     * date of open sections, and the client's name. '~', which sorts last, stands for no section.
     */
    waiting_since: text().notNull().default('~'),
    client_since: text().notNull().default('~'),
    due_on: text().notNull().default('~'),
    client_key: text().notNull().default(''),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('book_form_submissions_pair').on(t.form_id, t.client_id),
    index('book_form_submissions_client').on(t.client_id, t.updated_at),
    // One index per filter of Form Submissions, so that a filter with few matches does not scan the others.
    index('book_form_submissions_owner').on(t.bookkeeper_id, t.updated_at, t.id),
    index('book_form_submissions_owner_pending').on(t.bookkeeper_id, t.updated_at, t.id).where(sql`is_pending = 1`),
    index('book_form_submissions_owner_approved').on(t.bookkeeper_id, t.updated_at, t.id).where(sql`is_approved = 1`),
    index('book_form_submissions_owner_rejected').on(t.bookkeeper_id, t.updated_at, t.id).where(sql`is_rejected = 1`),
    index('book_form_submissions_owner_waiting').on(t.bookkeeper_id, t.updated_at, t.id).where(sql`waiting > 0`),
    index('book_form_submissions_owner_client_turn')
      .on(t.bookkeeper_id, t.updated_at, t.id)
      .where(sql`is_pending = 1 AND waiting = 0`),
    index('book_form_submissions_form').on(t.form_id, t.updated_at, t.id),
    index('book_form_submissions_form_pending').on(t.form_id, t.updated_at, t.id).where(sql`is_pending = 1`),
    index('book_form_submissions_form_approved').on(t.form_id, t.updated_at, t.id).where(sql`is_approved = 1`),
    index('book_form_submissions_form_rejected').on(t.form_id, t.updated_at, t.id).where(sql`is_rejected = 1`),
    // One index per other order of the list, by owner and by workform.
    index('book_form_submissions_owner_longest').on(t.bookkeeper_id, t.waiting_since, t.id),
    index('book_form_submissions_owner_with_client').on(t.bookkeeper_id, t.client_since, t.id),
    index('book_form_submissions_owner_due').on(t.bookkeeper_id, t.due_on, t.id),
    index('book_form_submissions_owner_client').on(t.bookkeeper_id, t.client_key, t.id),
    index('book_form_submissions_form_longest').on(t.form_id, t.waiting_since, t.id),
    index('book_form_submissions_form_with_client').on(t.form_id, t.client_since, t.id),
    index('book_form_submissions_form_due').on(t.form_id, t.due_on, t.id),
    index('book_form_submissions_form_client').on(t.form_id, t.client_key, t.id),
    check('book_form_submissions_status', oneOf('status', SUBMISSION_STATUSES)),
  ],
)

/** An assignment: one row per client, workform and section. */
export const bookClientWorkforms = sqliteTable(
  'book_client_workforms',
  {
    id: id(),
    client_id: text()
      .notNull()
      .references(() => bookClients.id),
    workform_id: text()
      .notNull()
      .references(() => bookWorkforms.id),
    /** The workform version that the section is filled in, or was answered, for. */
    workform_version_id: text()
      .notNull()
      .references(() => workformVersions.id),
    submission_id: text()
      .notNull()
      .references(() => bookFormSubmissions.id),
    assigned_by: text()
      .notNull()
      .references(() => profiles.id),
    assigned_at: instant().notNull(),
    due_date: text(),
    deadline: text(),
    notes: text(),
    section_name: text().notNull(),
    /** Order of the section in its workform. */
    position: integer().notNull().default(0),
    status: text({ enum: ASSIGNMENT_STATUSES }).notNull().default('assigned'),
    core_status: text({ enum: CORE_STATUSES }).notNull().default('waiting'),
    submit_status: text({ enum: SUBMIT_STATUSES }).notNull().default('not_submitted'),
    submitted_at: instant(),
    approved_at: instant(),
    approved_by: text().references(() => profiles.id),
    rejection_reason: text(),
    /** Incremented with every change of the section. Decisions name the version that they are based on. */
    version: integer().notNull().default(0),
    /** What is archived: the assignment, or else its client; null when neither is. Set by triggers. */
    hidden_by: text({ enum: HIDDEN_BY }),
  },
  (t) => [
    uniqueIndex('book_client_workforms_section').on(t.client_id, t.workform_id, t.section_name),
    // Includes what the overview of a client is computed from.
    index('book_client_workforms_client').on(t.client_id, t.assigned_at, t.status, t.due_date, t.hidden_by),
    index('book_client_workforms_owner').on(t.assigned_by, t.workform_id, t.client_id, t.status),
    index('book_client_workforms_owner_submitted').on(t.assigned_by, t.submitted_at),
    // Covering indexes for the dashboard and its lists: all sections by due date; sections waiting for review, oldest
    // first; open sections by due date; approved sections by date.
    index('book_client_workforms_due')
      .on(t.assigned_by, t.due_date, t.status, t.submitted_at, t.approved_at)
      .where(sql.raw(IS_SHOWN)),
    index('book_client_workforms_waiting')
      .on(t.assigned_by, t.submitted_at, t.submission_id)
      .where(sql.raw(`${isWaiting()} AND ${IS_SHOWN}`)),
    index('book_client_workforms_open')
      .on(t.assigned_by, t.due_date, t.client_id, t.workform_id, t.submission_id)
      .where(sql.raw(`${isOpen()} AND ${IS_SHOWN}`)),
    index('book_client_workforms_workform_open')
      .on(t.workform_id, t.assigned_by, t.due_date, t.submission_id)
      .where(sql.raw(`${isOpen()} AND ${IS_SHOWN}`)),
    index('book_client_workforms_approved')
      .on(t.assigned_by, t.approved_at, t.workform_id, t.client_id, t.submission_id, t.submitted_at, t.assigned_at)
      .where(sql.raw(`${isDone()} AND ${IS_SHOWN}`)),
    index('book_client_workforms_submission').on(t.submission_id),
    index('book_client_workforms_workform').on(t.workform_id),
    check('book_client_workforms_status', oneOf('status', ASSIGNMENT_STATUSES)),
    check('book_client_workforms_core', oneOf('core_status', CORE_STATUSES)),
    check('book_client_workforms_submit', oneOf('submit_status', SUBMIT_STATUSES)),
  ],
)

export const workformSectionStatuses = sqliteTable(
  'workform_section_statuses',
  {
    submission_id: belongsTo(() => bookFormSubmissions.id),
    section_name: text().notNull(),
    status: text({ enum: SECTION_STATUSES }).notNull(),
    notes: text(),
    updated_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submission_id, t.section_name] }),
    check('workform_section_statuses_status', oneOf('status', SECTION_STATUSES)),
  ],
)
