import { assignmentPhase } from '@portal/contract/section-machine'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { isShown } from '../../db/archived.ts'
import { bookClients, bookClientWorkforms, bookWorkforms, profiles } from '../../db/schema/index.ts'
import { clientUrl } from '../../mail/client-links.ts'
import { longDate } from '../../time/due-date.ts'
import type { WorkformItem } from './collect.ts'
import { type DigestEntry, type DigestSource, type DueDigest, firstOfEach } from './digest-source.ts'

/** Selects the workforms of a digest with their sections: one row for each section, or for a workform without any. */
const assignedSections = (db: Database, { address, sender, items }: DueDigest<WorkformItem>) =>
  db
    .select({
      workform_id: bookWorkforms.id,
      client_id: bookClients.id,
      workform_name: bookWorkforms.name,
      deleted_at: bookWorkforms.deleted_at,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
      section: {
        assignment_id: bookClientWorkforms.id,
        status: bookClientWorkforms.status,
        due_date: bookClientWorkforms.due_date,
      },
    })
    .from(bookClients)
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .innerJoin(
      bookWorkforms,
      inArray(
        bookWorkforms.id,
        items.map((item) => item.workform_id),
      ),
    )
    .leftJoin(
      bookClientWorkforms,
      and(
        eq(bookClientWorkforms.client_id, bookClients.id),
        eq(bookClientWorkforms.workform_id, bookWorkforms.id),
        eq(bookClientWorkforms.assigned_by, bookClients.bookkeeper_id),
      ),
    )
    .where(
      and(
        inArray(
          bookClients.id,
          items.map((item) => item.client_id),
        ),
        eq(bookClients.bookkeeper_id, sender),
        eq(bookClients.email, address),
        eq(bookClients.is_archived, false),
        // Null for a withdrawn workform, too.
        isShown(bookClientWorkforms.hidden_by),
      ),
    )
    .orderBy(bookClientWorkforms.position)
type Row = Awaited<ReturnType<typeof assignedSections>>[number]

const pairKey = ({ client_id, workform_id }: Pick<Row, 'client_id' | 'workform_id'>) => `${client_id} ${workform_id}`

/** Returns the texts about a workform, compared with what the client knew; undefined if nothing changed. */
function describeChange(
  { workform_name: name, bookkeeper_name, deleted_at, section }: Row,
  before: string | null,
  dueDate: string | undefined,
): Pick<DigestEntry, 'subject' | 'heading' | 'line'> | undefined {
  const by = bookkeeper_name || 'Your bookkeeper'
  if (deleted_at !== null || section === null) {
    if (before === null) return undefined
    return {
      subject: `Workform withdrawn: ${name}`,
      heading: 'Workform withdrawn',
      line: `${by} has withdrawn "${name}". There is nothing left to do for it.`,
    }
  }
  if (dueDate === undefined || dueDate === before) return undefined
  return before === null
    ? {
        subject: `New workform: ${name}`,
        heading: 'New workform assigned',
        line: `${by} has assigned "${name}" to you. Please fill it in by ${longDate(dueDate)}.`,
      }
    : {
        subject: `Due date changed: ${name}`,
        heading: 'Due date changed',
        line: `"${name}" is now due on ${longDate(dueDate)}.`,
      }
}

/** Entries about assigned and withdrawn workforms and changed due dates, one per workform. */
export const assignmentDigest: DigestSource<WorkformItem, Row> = {
  query: assignedSections,
  entries: (rows, { items }, origin) => {
    const sections = Map.groupBy(rows, pairKey)
    return firstOfEach(items, rows, pairKey).flatMap(({ item, row }) => {
      const open = (sections.get(pairKey(row)) ?? []).flatMap(({ section }) =>
        section && assignmentPhase(section.status) === 'open' ? [section] : [],
      )
      const [dueDate] = open.flatMap(({ due_date }) => due_date ?? []).toSorted()
      const texts = describeChange(row, item.before, dueDate)
      if (!texts) return []
      const search = open[0] ? `?section=${open[0].assignment_id}` : ''
      return [
        {
          ...texts,
          hello: `Hello ${row.client_name},`,
          action: { label: 'Open the client portal', url: clientUrl(origin, `/client-dashboard${search}`) },
        },
      ]
    })
  },
}
