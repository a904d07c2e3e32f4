import { sql } from 'drizzle-orm'
import {
  bookClientWorkforms,
  bookFormSubmissions,
  sectionDrafts,
  workformVersions,
} from '../../platform/db/schema/index.ts'

/*
 * Columns with the content of one section. Raw SQL, because fields and answers are stored as JSON for the whole
 * workform.
 */

/** The fields of the section in its version of the workform. */
export const sectionFields = sql`(SELECT json_group_array(json(f.value)) FROM json_each(${workformVersions.fields}) f
  WHERE f.value ->> 'section' = ${bookClientWorkforms.section_name})`.mapWith(workformVersions.fields)

/** The submitted non-answers of the section, by field. */
export const sectionNonAnswers = sql`coalesce((SELECT d.value FROM json_each(${bookFormSubmissions.non_answers}) d
  WHERE d.key = ${bookClientWorkforms.section_name}), '{}')`.mapWith(sectionDrafts.non_answers)

/** The submitted answers of the section, by field. */
export const sectionAnswers = sql`coalesce((SELECT d.value FROM json_each(${bookFormSubmissions.data}) d
  WHERE d.key = ${bookClientWorkforms.section_name}), '{}')`.mapWith(sectionDrafts.answers)
