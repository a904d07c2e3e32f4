import { phaseOf } from '@portal/contract/section-machine'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { bookClients, bookClientWorkforms, bookWorkforms, workformSectionStatuses } from '../../db/schema/index.ts'
import type { SectionItem } from './collect.ts'
import { type DigestSource, type DueDigest, firstOfEach, sectionKey } from './digest-source.ts'

const decidedSections = (db: Database, { address, sender, items }: DueDigest<SectionItem>) =>
  db
    .select({
      assignment_id: bookClientWorkforms.id,
      section_name: bookClientWorkforms.section_name,
      workform_name: bookWorkforms.name,
      client_name: bookClients.name,
      status: workformSectionStatuses.status,
      notes: workformSectionStatuses.notes,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .leftJoin(
      workformSectionStatuses,
      and(
        eq(workformSectionStatuses.submission_id, bookClientWorkforms.submission_id),
        eq(workformSectionStatuses.section_name, bookClientWorkforms.section_name),
      ),
    )
    .where(
      and(
        inArray(bookClientWorkforms.id, items.map(sectionKey)),
        eq(bookClientWorkforms.assigned_by, sender),
        eq(bookClients.email, address),
      ),
    )
type Row = Awaited<ReturnType<typeof decidedSections>>[number]

/** Returns the texts about a section, compared with what the client knew; undefined if nothing changed. */
function describeDecision(
  { section_name, workform_name, status, notes }: Row,
  wasApproved: boolean,
): { heading: string; line: string } | undefined {
  const section = `"${section_name}" of "${workform_name}"`
  if (status === 'rejected') {
    return {
      heading: 'Section rejected',
      line: `${section} has been rejected and reopened for you.${notes ? ` Reason: ${notes}` : ''}`,
    }
  }
  if (status === 'approved') {
    return wasApproved
      ? undefined
      : { heading: 'Section approved', line: `${section} has been approved.${notes ? ` Notes: ${notes}` : ''}` }
  }
  if (!wasApproved) return undefined
  const now = phaseOf(status ?? 'pending') === 'waiting' ? 'It is being reviewed again.' : 'You can fill it in again.'
  return { heading: 'Approval undone', line: `The approval of ${section} was undone. ${now}` }
}

/** Entries about decisions on a client's sections, one per section. */
export const decisionDigest: DigestSource<SectionItem, Row> = {
  query: decidedSections,
  entries: (rows, { items, origin }) =>
    firstOfEach(items, rows, sectionKey).flatMap(({ item, row }) => {
      const texts = describeDecision(row, item.was_approved === true)
      if (!texts) return []
      return [
        {
          ...texts,
          subject: `${texts.heading}: ${row.workform_name}`,
          hello: `Hello ${row.client_name},`,
          action: { label: 'Open the section', url: `${origin}/client-dashboard?section=${row.assignment_id}` },
        },
      ]
    }),
}
