import * as z from 'zod'
import { SUBMISSION_GROUPS, SUBMISSION_SORTS } from './submission-orders.ts'
import { SECTION_FILTERS } from './section-machine.ts'

/**
 * Views of lists that a person has saved: sort, grouping and filter. To save the view of another list, add its schema
 * here.
 */

/** The view of Form Submissions. Absent values are the defaults. */
export const SubmissionsView = z.object({
  /** A sort that remotes built with contract 2.2 know; `order` has any other. */
  sort: z.enum(['newest', 'waiting', 'due', 'client']).optional(),
  order: z.enum(SUBMISSION_SORTS).optional(),
  group: z.enum(SUBMISSION_GROUPS).optional(),
  filter: z.enum(SECTION_FILTERS).optional(),
})
export type SubmissionsView = z.infer<typeof SubmissionsView>

/** The saved views of a person, by list. */
export const SavedViews = z.object({ submissions: SubmissionsView.optional() })
export type SavedViews = z.infer<typeof SavedViews>

export const SaveView = z.discriminatedUnion('list', [
  z.object({ list: z.literal('submissions'), view: SubmissionsView }),
])
export type SaveView = z.infer<typeof SaveView>
