import { phaseOf } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import { firstOfEach, type DigestEntry, type DigestQuery, type DigestSource } from './digest-entry.ts'

interface Row {
  assignment_id: string
  was_approved: number | null
  section_name: string
  workform_name: string
  client_name: string
  status: SectionStatus | null
  notes: string | null
}

const query = ({ address, sender, items }: DigestQuery) => ({
  sql: `SELECT a.id AS assignment_id, j.value ->> 'was_approved' AS was_approved, a.section_name, w.name AS workform_name,
          c.name AS client_name, s.status, s.notes
        FROM json_each(?) j JOIN book_client_workforms a ON a.id = j.value ->> 'assignment_id' AND a.assigned_by = ?
          JOIN book_clients c ON c.id = a.client_id AND c.email = ? JOIN book_workforms w ON w.id = a.workform_id
          LEFT JOIN workform_section_statuses s ON s.submission_id = a.submission_id AND s.section_name = a.section_name
        ORDER BY j.key`,
  args: [items, sender, address],
})

/** What to tell about a section, as against what the client knew of it; undefined where that has not changed. */
function outcome({
  was_approved,
  section_name,
  workform_name,
  status,
  notes,
}: Row): { heading: string; line: string } | undefined {
  const section = `"${section_name}" of "${workform_name}"`
  if (status === 'rejected') {
    return {
      heading: 'Section rejected',
      line: `${section} has been rejected and reopened for you.${notes ? ` Reason: ${notes}` : ''}`,
    }
  }
  if (status === 'approved') {
    return was_approved
      ? undefined
      : { heading: 'Section approved', line: `${section} has been approved.${notes ? ` Notes: ${notes}` : ''}` }
  }
  if (!was_approved) return undefined
  const now = phaseOf(status ?? 'pending') === 'waiting' ? 'It is being reviewed again.' : 'You can fill it in again.'
  return { heading: 'Approval undone', line: `The approval of ${section} was undone. ${now}` }
}

function tell(row: Row, origin: string): DigestEntry[] {
  const told = outcome(row)
  if (!told) return []
  return [
    {
      ...told,
      subject: `${told.heading}: ${row.workform_name}`,
      hello: `Hello ${row.client_name},`,
      action: { label: 'Open the section', url: `${origin}/client-dashboard?section=${row.assignment_id}` },
    },
  ]
}

/** What became of a client's sections, each once. */
export const decisionDigest: DigestSource = {
  query,
  news: (rows, origin) =>
    firstOfEach(rows as unknown as Row[], (r) => r.assignment_id).flatMap((row) => tell(row, origin)),
}
