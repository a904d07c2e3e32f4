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
  sql: `SELECT a.id AS assignment_id, j.value ->> 'was_approved' AS was_approved, a.section_name,
          w.name AS workform_name, c.name AS client_name, s.status, s.notes
        FROM json_each(?) j JOIN book_client_workforms a ON a.id = j.value ->> 'assignment_id' AND a.assigned_by = ?
          JOIN book_clients c ON c.id = a.client_id AND c.email = ? JOIN book_workforms w ON w.id = a.workform_id
          LEFT JOIN workform_section_statuses s ON s.submission_id = a.submission_id AND s.section_name = a.section_name
        ORDER BY j.key`,
  args: [items, sender, address],
})

/** Returns the texts about a section, compared with what the client knew; undefined if nothing changed. */
function describeDecision({
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

function entriesOf(row: Row, origin: string): DigestEntry[] {
  const texts = describeDecision(row)
  if (!texts) return []
  return [
    {
      ...texts,
      subject: `${texts.heading}: ${row.workform_name}`,
      hello: `Hello ${row.client_name},`,
      action: { label: 'Open the section', url: `${origin}/client-dashboard?section=${row.assignment_id}` },
    },
  ]
}

/** Entries about decisions on a client's sections, one per section. */
export const decisionDigest: DigestSource = {
  query,
  entries: (rows, origin) =>
    firstOfEach(rows as unknown as Row[], (r) => r.assignment_id).flatMap((row) => entriesOf(row, origin)),
}
