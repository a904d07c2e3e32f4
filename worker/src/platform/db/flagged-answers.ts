import type { AnswerToFix } from '@portal/contract/answer-review'
import { sql } from 'drizzle-orm'
import { bookClientWorkforms, sectionReviews, workformVersions } from './schema/index.ts'
import { isOpen } from './section-phase.ts'

/*
 * Columns with the answers of a section that the bookkeeper has flagged, in the order of the fields. Queries join
 * book_client_workforms, workform_versions and section_reviews. Raw SQL, because fields and marks are stored as JSON.
 */

const flagged = sql`(
  SELECT json_group_array(json_object('field_id', m.key, 'question', f.value ->> 'name', 'flag', m.value -> 'flag'))
  FROM json_each(${workformVersions.fields}) f JOIN json_each(${sectionReviews.marks}) m ON m.key = f.value ->> 'id'
  WHERE f.value ->> 'section' = ${bookClientWorkforms.section_name} AND m.value ->> 'verdict' = 'flagged')`
const parse = (json: string) => JSON.parse(json) as AnswerToFix[]

export const flaggedAnswers = flagged.mapWith(parse)

/** The answers that the client still has to fix: none while the section waits for a review, or after it. */
export const answersLeftToFix = sql`CASE WHEN ${isOpen(bookClientWorkforms.status)}
  AND ${sectionReviews.marks} LIKE '%"flagged"%' THEN ${flagged} ELSE '[]' END`.mapWith(parse)
