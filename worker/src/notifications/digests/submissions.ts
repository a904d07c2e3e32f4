import { firstOfEach, type DigestQuery, type DigestSource } from './digest-entry.ts'
import { isWaiting } from '../../db/section-phase.ts'

interface Row {
  assignment_id: string
  client_id: string
  workform_id: string
  section_name: string
  workform_name: string
  who: string
}

const query = ({ address, items }: DigestQuery) => ({
  sql: `SELECT a.id AS assignment_id, a.client_id, a.workform_id, a.section_name, w.name AS workform_name,
          coalesce(nullif(c.name, ''), c.email) AS who
        FROM json_each(?) j JOIN book_client_workforms a ON a.id = j.value ->> 'assignment_id' AND ${isWaiting('a')}
          JOIN profiles p ON p.id = a.assigned_by AND p.email = ?
          JOIN book_clients c ON c.id = a.client_id JOIN book_workforms w ON w.id = a.workform_id
        ORDER BY j.key`,
  args: [items, address],
})

/** Entries about submitted sections that still wait for review, one per section. */
export const submissionDigest: DigestSource = {
  query,
  entries: (rows, origin) =>
    firstOfEach(rows as unknown as Row[], (r) => r.assignment_id).map((row) => ({
      subject: `Section submitted: ${row.workform_name}`,
      heading: 'Section submitted',
      line: `${row.who} submitted "${row.section_name}" of "${row.workform_name}" for review.`,
      closing: 'You can look at the answers and approve or decline them.',
      action: {
        label: 'Review submission',
        url: `${origin}/form-submissions?workform=${row.workform_id}&client=${row.client_id}`,
      },
    })),
}
