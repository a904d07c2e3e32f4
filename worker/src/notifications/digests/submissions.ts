import { assignmentStatuses } from '@portal/contract/section-machine'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { bookClients, bookClientWorkforms, bookWorkforms, profiles } from '../../db/schema/index.ts'
import type { SectionItem } from './collect.ts'
import { type DigestSource, type DueDigest, firstOfEach, sectionKey } from './digest-source.ts'

const waitingSections = (db: Database, { address, items }: DueDigest<SectionItem>) =>
  db
    .select({
      assignment_id: bookClientWorkforms.id,
      client_id: bookClientWorkforms.client_id,
      workform_id: bookClientWorkforms.workform_id,
      section_name: bookClientWorkforms.section_name,
      workform_name: bookWorkforms.name,
      client_name: bookClients.name,
      client_email: bookClients.email,
    })
    .from(bookClientWorkforms)
    .innerJoin(profiles, eq(profiles.id, bookClientWorkforms.assigned_by))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .where(
      and(
        inArray(bookClientWorkforms.id, items.map(sectionKey)),
        inArray(bookClientWorkforms.status, assignmentStatuses('waiting')),
        eq(profiles.email, address),
      ),
    )
type Row = Awaited<ReturnType<typeof waitingSections>>[number]

/** Entries about submitted sections that still wait for review, one per section. */
export const submissionDigest: DigestSource<SectionItem, Row> = {
  query: waitingSections,
  entries: (rows, { items, origin }) =>
    firstOfEach(items, rows, sectionKey).map(({ row: { section_name, workform_name, ...row } }) => ({
      subject: `Section submitted: ${workform_name}`,
      heading: 'Section submitted',
      line: `${row.client_name || row.client_email} submitted "${section_name}" of "${workform_name}" for review.`,
      closing: 'You can look at the answers and approve or decline them.',
      action: {
        label: 'Review submission',
        url: `${origin}/form-submissions?workform=${row.workform_id}&client=${row.client_id}`,
      },
    })),
}
