import { CLIENT, idOf, KIND, timeOf } from './fill-rows.ts'
import type { Production } from './production.ts'

/** Sections with as many questions as a workform may reasonably have: one to fill in, and one to review. */

export const QUESTIONS = 300
/** Open, and the first section of its workform. */
export const LONG_SECTION = idOf(KIND.openSection, 6)
/** Waits for a review, and is the first section of its workform. */
export const LONG_REVIEW = `/form-submissions?workform=${idOf(KIND.workform, 3)}&client=${CLIENT.id}`

const TYPES = ['short-text', 'long-text', 'number', 'date', 'dropdown', 'email'] as const
const ANSWERS = ['An answer', 'A longer answer, as people give them.', '12', '2025-02-03', 'Yes', 'ada@example.com']

export const LONG_FIELDS = Array.from({ length: QUESTIONS }, (_, i) => ({
  id: `long-${i}`,
  name: `Question ${i + 1}`,
  type: TYPES[i % TYPES.length],
  section: 'Company',
  required: i % 3 === 0,
  ...(TYPES[i % TYPES.length] === 'dropdown' && { options: ['Yes', 'No'] }),
}))
const answers = Object.fromEntries(LONG_FIELDS.map(({ id }, i) => [id, ANSWERS[i % TYPES.length] ?? '']))

export async function submitLongReview({ db }: Production): Promise<void> {
  const [submission, at] = [idOf(KIND.openSubmission, 3), timeOf(0)]
  const statements = [
    {
      sql: `UPDATE book_form_submissions SET data = ?, status = 'submitted' WHERE id = ?`,
      args: [JSON.stringify({ Company: answers }), submission],
    },
    {
      sql: `UPDATE book_client_workforms SET status = 'completed', core_status = 'waiting',
        submit_status = 'submitted', submitted_at = ?, version = 1 WHERE id = ?`,
      args: [at, idOf(KIND.openSection, 9)],
    },
    {
      sql: `INSERT INTO workform_section_statuses (submission_id, section_name, status, updated_at)
        VALUES (?, 'Company', 'pending_review', ?)`,
      args: [submission, at],
    },
  ]
  await db.batch(statements, 'write')
}
