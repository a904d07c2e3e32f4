import { and, eq, exists, inArray, min, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import { isShown } from '../../../platform/db/archived.ts'
import { bookClients, bookClientWorkforms, bookWorkforms, profiles } from '../../../platform/db/schema/index.ts'
import { isOpen } from '../../../platform/db/section-phase.ts'
import { clientUrl } from '../../../platform/mail/client-links.ts'
import { longDate } from '../../../platform/time/due-date.ts'
import type { WorkformItem } from './collect.ts'
import { type DigestEntry, type DigestSource, type DueDigest, firstOfEach } from './digest-source.ts'

/** Selects the workforms of a digest, with what the client still has to fill in. */
function assignedWorkforms(db: Database, { address, sender, items }: DueDigest<WorkformItem>) {
  const { client_id, workform_id, assigned_by, hidden_by, status, due_date, position } = bookClientWorkforms
  const isAssigned = and(
    eq(client_id, bookClients.id),
    eq(workform_id, bookWorkforms.id),
    eq(assigned_by, bookClients.bookkeeper_id),
  )
  const sections = (which?: SQL) =>
    db.select({ id: bookClientWorkforms.id }).from(bookClientWorkforms).where(and(isAssigned, which))
  const isOpenSection = sql`${isShown(hidden_by)} AND ${isOpen(status)}`
  const dueDate = db
    .select({ at: min(due_date) })
    .from(bookClientWorkforms)
    .where(and(isAssigned, isOpenSection))
  return db
    .select({
      workform_id: bookWorkforms.id,
      client_id: bookClients.id,
      workform_name: bookWorkforms.name,
      deleted_at: bookWorkforms.deleted_at,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
      is_withdrawn: sql`${notExists(sections())}`.mapWith(Boolean),
      first_open: sql<string | null>`(${sections(isOpenSection).orderBy(position).limit(1)})`,
      due_date: sql<string | null>`(${dueDate})`,
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
    .where(
      and(
        inArray(
          bookClients.id,
          items.map((item) => item.client_id),
        ),
        eq(bookClients.bookkeeper_id, sender),
        eq(bookClients.email, address),
        eq(bookClients.is_archived, false),
        // Archived assignments are left out.
        or(notExists(sections()), exists(sections(isShown(hidden_by)))),
      ),
    )
}
type Row = Awaited<ReturnType<typeof assignedWorkforms>>[number]

const pairKey = ({ client_id, workform_id }: Pick<Row, 'client_id' | 'workform_id'>) => `${client_id} ${workform_id}`

/** Returns the texts about a workform, compared with what the client knew; undefined if nothing changed. */
function describeChange(
  { workform_name: name, bookkeeper_name, deleted_at, is_withdrawn, due_date: dueDate }: Row,
  before: string | null,
): Pick<DigestEntry, 'subject' | 'heading' | 'line' | 'due_date'> | undefined {
  const by = bookkeeper_name || 'Your bookkeeper'
  if (deleted_at !== null || is_withdrawn) {
    if (before === null) return undefined
    return {
      subject: `Workform withdrawn: ${name}`,
      heading: 'Workform withdrawn',
      line: `${by} has withdrawn "${name}". There is nothing left to do for it.`,
    }
  }
  if (dueDate === null || dueDate === before) return undefined
  return before === null
    ? {
        subject: `New workform: ${name}`,
        heading: 'New workform assigned',
        line: `${by} has assigned "${name}" to you. Please fill it in by ${longDate(dueDate)}.`,
        due_date: dueDate,
      }
    : {
        subject: `Due date changed: ${name}`,
        heading: 'Due date changed',
        line: `"${name}" is now due on ${longDate(dueDate)}.`,
        due_date: dueDate,
      }
}

/** Entries about assigned and withdrawn workforms and changed due dates, one per workform. */
export const assignmentDigest: DigestSource<WorkformItem, Row> = {
  query: assignedWorkforms,
  entries: (rows, { items }, origin) =>
    firstOfEach(items, rows, pairKey).flatMap(({ item, row }) => {
      const texts = describeChange(row, item.before)
      if (!texts) return []
      const search = row.first_open ? `?section=${row.first_open}` : ''
      return [
        {
          ...texts,
          hello: `Hello ${row.client_name},`,
          action: { label: 'Open the client portal', url: clientUrl(origin, `/client-dashboard${search}`) },
        },
      ]
    }),
}
