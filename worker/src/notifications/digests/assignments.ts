import { longDate } from '../../time/due-date.ts'
import { firstOfEach, type DigestEntry, type DigestQuery, type DigestSource } from './digest-entry.ts'
import { isOpen } from '../../db/section-phase.ts'

interface Row {
  workform_id: string
  client_id: string
  before: string | null
  workform_name: string
  client_name: string
  bookkeeper_name: string
  withdrawn: number
  /** The earliest due date of the open sections; null if none is open. */
  due_date: string | null
  /** The first open section. */
  assignment_id: string | null
}

const sections =
  'FROM book_client_workforms a WHERE a.client_id = c.id AND a.workform_id = w.id AND a.assigned_by = c.bookkeeper_id'
const open = `${sections} AND ${isOpen('a')}`

const query = ({ address, sender, items }: DigestQuery) => ({
  sql: `SELECT w.id AS workform_id, c.id AS client_id, j.value ->> 'before' AS before, w.name AS workform_name,
          c.name AS client_name, p.name AS bookkeeper_name,
          w.deleted_at IS NOT NULL OR NOT EXISTS (SELECT 1 ${sections}) AS withdrawn,
          (SELECT min(a.due_date) ${open}) AS due_date,
          (SELECT a.id ${open} ORDER BY a.position LIMIT 1) AS assignment_id
        FROM json_each(?) j
          JOIN book_clients c ON c.id = j.value ->> 'client_id' AND c.bookkeeper_id = ? AND c.email = ?
          JOIN profiles p ON p.id = c.bookkeeper_id JOIN book_workforms w ON w.id = j.value ->> 'workform_id'
        ORDER BY j.key`,
  args: [items, sender, address],
})

/** Returns the texts about a workform, compared with what the client knew; undefined if nothing changed. */
function describeChange(row: Row): Pick<DigestEntry, 'subject' | 'heading' | 'line'> | undefined {
  const { before, due_date, workform_name: name, withdrawn } = row
  const by = row.bookkeeper_name || 'Your bookkeeper'
  if (withdrawn) {
    if (before === null) return undefined
    return {
      subject: `Workform withdrawn: ${name}`,
      heading: 'Workform withdrawn',
      line: `${by} has withdrawn "${name}". There is nothing left to do for it.`,
    }
  }
  if (due_date === null || due_date === before) return undefined
  return before === null
    ? {
        subject: `New workform: ${name}`,
        heading: 'New workform assigned',
        line: `${by} has assigned "${name}" to you. Please fill it in by ${longDate(due_date)}.`,
      }
    : {
        subject: `Due date changed: ${name}`,
        heading: 'Due date changed',
        line: `"${name}" is now due on ${longDate(due_date)}.`,
      }
}

function entriesOf(row: Row, origin: string): DigestEntry[] {
  const texts = describeChange(row)
  if (!texts) return []
  const search = row.assignment_id === null ? '' : `?section=${row.assignment_id}`
  return [
    {
      ...texts,
      hello: `Hello ${row.client_name},`,
      action: { label: 'Open the client portal', url: `${origin}/client-dashboard${search}` },
    },
  ]
}

/** Entries about assigned and withdrawn workforms and changed due dates, one per workform. */
export const assignmentDigest: DigestSource = {
  query,
  entries: (rows, origin) =>
    firstOfEach(rows as unknown as Row[], (r) => `${r.client_id} ${r.workform_id}`).flatMap((row) =>
      entriesOf(row, origin),
    ),
}
