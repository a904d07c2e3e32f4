import * as z from 'zod'
import { Day, FileName, Id, Instant } from './common.ts'
import { SECTION_STATUSES } from './statuses.ts'
import { Answers, FileAnswer } from './review.ts'
import { Field } from './workforms.ts'

/** Schemas of the client portal. */

export const PortalSection = z.object({
  assignment_id: Id,
  name: z.string(),
  status: z.enum(SECTION_STATUSES),
  version: z.number().int(),
  rejection_reason: z.string().nullable(),
  field_count: z.number().int(),
  required_count: z.number().int(),
})
export type PortalSection = z.infer<typeof PortalSection>

export const PortalWorkform = z.object({
  workform_id: Id,
  name: z.string(),
  description: z.string().nullable(),
  due_date: Day.nullable(),
  sections: z.array(PortalSection),
})
export type PortalWorkform = z.infer<typeof PortalWorkform>
export const PortalWorkforms = z.object({ items: z.array(PortalWorkform) })

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
  fields: z.array(Field),
  answers: Answers,
  draft_version: z.number().int(),
  saved_at: Instant.nullable(),
})
export type PortalSectionDetail = z.infer<typeof PortalSectionDetail>

/** Saves a draft that is based on `base_version`. Refused with `stale` when another device has saved since. */
export const SaveDraft = z.object({ answers: Answers, base_version: z.number().int().min(0) })
export const SavedDraft = z.object({ draft_version: z.number().int(), saved_at: Instant })

/** Submits the answers to a section. `version` is the version that the client saw. */
export const SubmitSection = z.object({ answers: Answers, version: z.number().int().min(0) })
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
