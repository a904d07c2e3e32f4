import { firstOfEach, type DigestQuery, type DigestSource } from './digest-entry.ts'

interface Row {
  assignment_id: string
  section_name: string
  workform_name: string
  client_name: string
  submitted_at: string
  time_zone: string
}

const query = ({ address, sender, items }: DigestQuery) => ({
  sql: `SELECT a.id AS assignment_id, a.section_name, w.name AS workform_name, c.name AS client_name, a.submitted_at,
          coalesce((SELECT p.time_zone FROM book_client_auth t JOIN profiles p ON p.id = t.auth_user_id
          WHERE t.client_id = c.id), 'UTC') AS time_zone
        FROM json_each(?) j JOIN book_client_workforms a ON a.id = j.value ->> 'assignment_id' AND a.assigned_by = ?
        AND a.submitted_at IS NOT NULL
          JOIN book_clients c ON c.id = a.client_id AND c.email = ? JOIN book_workforms w ON w.id = a.workform_id
        ORDER BY j.key`,
  args: [items, sender, address],
})

const receiptLine = ({ section_name, workform_name, time_zone, submitted_at }: Row): string =>
  `We received "${section_name}" of "${workform_name}" on ${timeIn(time_zone, submitted_at)}.`

const timeIn = (timeZone: string, at: string): string => {
  const date = new Date(at)
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(date)
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date)
  return `${day} at ${time}`
}

/**
 * Entries that confirm a client's submissions, one per section. Sections that have been rejected since then are
 * reported as decisions.
 */
export const receiptDigest: DigestSource = {
  query,
  entries: (rows, origin) =>
    firstOfEach(rows as unknown as Row[], (r) => r.assignment_id).map((row) => ({
      subject: `Submission received: ${row.workform_name}`,
      heading: 'Submission received',
      hello: `Hello ${row.client_name},`,
      line: receiptLine(row),
      closing: 'Your bookkeeper will review it. We will let you know what they decide.',
      action: { label: 'Open the section', url: `${origin}/client-dashboard?section=${row.assignment_id}` },
    })),
}
