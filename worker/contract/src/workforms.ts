import * as z from 'zod'
import { changedText, FileName, Id, Instant, optionalText, PageQuery, page, Search } from './common.ts'
import { FIELD_TYPES, normalizeFields } from './fields.ts'
import { tooManyToAdd } from './limit-messages.ts'
import { MAX_DUE_DAYS, MAX_FIELDS } from './limits.ts'
import { cleanLine } from './text.ts'

/** Schemas of workforms. */

export const TemplateFile = z.object({ name: z.string(), path: z.string(), size: z.number(), type: z.string() })

/** A normalized field. */
export const Field = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(200),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  answerRequired: z.boolean().optional(),
  section: z.string().min(1).max(200),
  helpText: z.string().max(2000).optional(),
  options: z.array(z.string().min(1).max(200)).max(200).optional(),
  templateFile: TemplateFile.optional(),
  instructionText: z.string().max(4000).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.number().int().min(0).max(10).optional(),
  accept: z.array(z.string()).max(20).optional(),
  maxFiles: z.number().int().min(1).max(20).optional(),
})

/** Fields as a list or a JSON string, including legacy names and types; normalized before validation. */
export const Fields = z
  .preprocess(
    normalizeFields,
    z.array(Field).min(1, 'Please add at least one field').max(MAX_FIELDS, tooManyToAdd(MAX_FIELDS, 'fields')),
  )
  .meta({ description: 'Fields, grouped into sections by their section value' })

const dueDaysProblem = `Please enter a number of days between 0 and ${MAX_DUE_DAYS}.`
/** Days from assignment to due date; null for no default. Screens prefill the due date with it. */
const DueDays = z
  .number(dueDaysProblem)
  .int(dueDaysProblem)
  .min(0, dueDaysProblem)
  .max(MAX_DUE_DAYS, dueDaysProblem)
  .nullable()

export const WorkformInput = z.object({
  name: z
    .string({ error: 'Please fill in workform name' })
    .overwrite(cleanLine)
    .min(1, 'Please fill in workform name')
    .max(200),
  description: optionalText(2000),
  fields: Fields,
  is_template: z.boolean().default(false),
  due_days: DueDays.default(null),
})
export type WorkformInput = z.input<typeof WorkformInput>

export const Workform = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  fields: z.array(Field),
  is_template: z.boolean(),
  /** Id of the owner; null for a built-in starter template, which cannot be changed. */
  user_id: Id.nullable(),
  due_days: DueDays,
  version: z.number().int(),
  created_at: Instant,
  updated_at: Instant,
})
export type Workform = z.infer<typeof Workform>

export const WorkformSummary = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  is_template: z.boolean(),
  field_count: z.number().int(),
  section_count: z.number().int(),
  due_days: DueDays,
  created_at: Instant,
  updated_at: Instant,
  /** Set for a built-in starter template. */
  starter: z.literal(true).optional(),
})
export type WorkformSummary = z.infer<typeof WorkformSummary>

/** `archived`: archived workforms, which no other tab shows. */
export const WORKFORM_TABS = ['all', 'templates', 'client-forms', 'archived'] as const
export const WorkformsQuery = PageQuery.extend({ q: Search, tab: z.enum(WORKFORM_TABS).default('all') })
export const WorkformsPage = page(WorkformSummary)
export const Templates = z.object({ items: z.array(WorkformSummary) })
export const TemplatesQuery = PageQuery.extend({ q: Search })
/** Templates of the firm by name; the starters follow on the last page. */
export const TemplatesPage = page(WorkformSummary)

/** How a workform has been used. Older assignments and rejections than the latest few hundred are not counted. */
export const WorkformStatistics = z.object({
  /** Clients who have the workform. */
  assigned: z.number().int(),
  /** Completed assignments: those whose sections are all approved. */
  completed: z.number().int(),
  /** Median of the days from assignment to the last approval; null if none is completed. */
  median_days: z.number().nullable(),
  /** The sections that were rejected most often; `own` of the times by this bookkeeper. */
  sent_back: z.array(z.object({ section: z.string(), times: z.number().int(), own: z.number().int() })),
  /** The questions whose answers clients changed most often in the submission after a rejection. */
  corrected: z.array(
    z.object({
      field_id: z.string(),
      question: z.string(),
      section: z.string(),
      times: z.number().int(),
      own: z.number().int(),
    }),
  ),
})
export type WorkformStatistics = z.infer<typeof WorkformStatistics>

/** `version` is the version that was edited. Refused with `stale` when the workform has changed since. */
export const UpdateWorkform = z.object({
  name: WorkformInput.shape.name,
  description: changedText(2000),
  fields: Fields,
  /** Template or client form. Default: unchanged. */
  is_template: z.boolean().optional(),
  /** Default: unchanged. */
  due_days: DueDays.optional(),
  version: z.number().int(),
})
/** `unused`: deletes only a workform that was never edited or assigned and is no template; others get `stale`. */
export const DeleteWorkformQuery = z.object({ unused: z.literal('true').optional() })
/** Effects of changing or deleting a workform. An assignment is active until all of its sections are approved. */
export const WorkformImpact = z.object({
  active_assignments: z.number().int(),
  clients: z.number().int(),
  /** Submitted or approved sections, which stay unchanged. */
  locked_sections: z.number().int(),
  /** Submitted sections without a review; a deletion removes their answers and files. `own`: for this bookkeeper. */
  waiting: z.object({ sections: z.number().int(), clients: z.number().int(), own: z.number().int() }),
  /** Sections with unsubmitted drafts; a deletion removes the drafts. */
  begun_sections: z.number().int(),
  /** The first names of the bookkeeper's clients with active assignments. */
  names: z.array(z.string()),
  /** Number of clients who can still edit each section. */
  open_sections: z.array(z.object({ name: z.string(), clients: z.number().int() })),
})
export type WorkformImpact = z.infer<typeof WorkformImpact>

export const TemplateFileQuery = z.object({
  name: FileName,
  screen: z.enum(['assign', 'workforms']).default('workforms'),
})
