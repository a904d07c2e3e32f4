import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { bookClientAuth, bookClients, bookClientWorkforms, bookWorkforms, profiles } from '../../db/schema/index.ts'
import type { SectionItem } from './collect.ts'
import { type DigestSource, type DueDigest, firstOfEach, sectionKey } from './digest-source.ts'

const submittedSections = (db: Database, { address, sender, items }: DueDigest<SectionItem>) =>
  db
    .select({
      assignment_id: bookClientWorkforms.id,
      section_name: bookClientWorkforms.section_name,
      submitted_at: bookClientWorkforms.submitted_at,
      workform_name: bookWorkforms.name,
      client_name: bookClients.name,
      time_zone: profiles.time_zone,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(profiles, eq(profiles.id, bookClientAuth.auth_user_id))
    .where(
      and(
        inArray(bookClientWorkforms.id, items.map(sectionKey)),
        eq(bookClientWorkforms.assigned_by, sender),
        isNotNull(bookClientWorkforms.submitted_at),
        eq(bookClients.email, address),
      ),
    )
type Row = Awaited<ReturnType<typeof submittedSections>>[number]

function timeIn(timeZone: string, at: string): string {
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

const receiptLine = ({ section_name, workform_name, time_zone, submitted_at }: Row): string =>
  `We received "${section_name}" of "${workform_name}" on ${timeIn(time_zone ?? 'UTC', submitted_at ?? '')}.`

/**
 * Entries that confirm a client's submissions, one per section. Sections that have been rejected since then are
 * reported as decisions.
 */
export const receiptDigest: DigestSource<SectionItem, Row> = {
  query: submittedSections,
  entries: (rows, { items, origin }) =>
    firstOfEach(items, rows, sectionKey).map(({ row }) => ({
      subject: `Submission received: ${row.workform_name}`,
      heading: 'Submission received',
      hello: `Hello ${row.client_name},`,
      line: receiptLine(row),
      closing: 'Your bookkeeper will review it. We will let you know what they decide.',
      action: { label: 'Open the section', url: `${origin}/client-dashboard?section=${row.assignment_id}` },
    })),
}
