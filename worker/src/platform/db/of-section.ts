import { and, eq } from 'drizzle-orm'
import { bookClientWorkforms, workformSectionStatuses } from './schema/index.ts'

/** Joins the status of an assigned section; there is none before the first event. */
export const ofSection = and(
  eq(workformSectionStatuses.submission_id, bookClientWorkforms.submission_id),
  eq(workformSectionStatuses.section_name, bookClientWorkforms.section_name),
)
