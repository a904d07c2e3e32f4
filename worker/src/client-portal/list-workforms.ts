import type { PortalSection, PortalWorkform } from '@portal/contract/client-portal'
import { statusForClient } from '@portal/contract/section-machine'
import { asc, eq, sql } from 'drizzle-orm'
import type { ClientContext } from '../context.ts'
import { bookClientWorkforms, bookWorkforms, workformSectionStatuses, workformVersions } from '../db/schema/index.ts'
import { statusOf } from '../sections/own-section.ts'
import { ofSection } from '../db/of-section.ts'

const ownFields = sql`FROM json_each(${workformVersions.fields}) f
  WHERE f.value ->> 'section' = ${bookClientWorkforms.section_name}`

const sectionsOf = ({ db, actor }: ClientContext) =>
  db
    .select({
      workform: {
        workform_id: bookWorkforms.id,
        name: bookWorkforms.name,
        description: bookWorkforms.description,
      },
      assigned_at: bookClientWorkforms.assigned_at,
      due_date: bookClientWorkforms.due_date,
      section: {
        assignment_id: bookClientWorkforms.id,
        name: bookClientWorkforms.section_name,
        version: bookClientWorkforms.version,
        // Counted in the database, because the fields themselves are not needed.
        field_count: sql<number>`(SELECT count(*) ${ownFields})`,
        required_count: sql<number>`(SELECT count(*) ${ownFields} AND f.value ->> 'required')`,
      },
      status: workformSectionStatuses.status,
      notes: workformSectionStatuses.notes,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .where(eq(bookClientWorkforms.client_id, actor.clientId))
    .orderBy(asc(bookClientWorkforms.position), asc(bookClientWorkforms.section_name))
type Row = Awaited<ReturnType<typeof sectionsOf>>[number]

function toSection({ section, notes, ...row }: Row): PortalSection {
  const status = statusOf(row)
  return { ...section, status: statusForClient(status), rejection_reason: status === 'rejected' ? notes : null }
}

/** Returns a workform, which has at least one section. It is due when its first section is. */
function toWorkforms(rows: readonly Row[]): PortalWorkform[] {
  const [due_date = null] = rows.flatMap((row) => row.due_date ?? []).toSorted()
  return rows.slice(0, 1).map(({ workform }) => ({ ...workform, due_date, sections: rows.map(toSection) }))
}

const assignedAt = (rows: readonly Row[]): string =>
  rows
    .map((row) => row.assigned_at)
    .toSorted()
    .at(-1) ?? ''

/** Lists the client's workforms with their sections, the newest assignment first. */
export async function listWorkforms(ctx: ClientContext): Promise<{ items: PortalWorkform[] }> {
  const workforms = [...Map.groupBy(await sectionsOf(ctx), (row) => row.workform.workform_id).values()]
  const newestFirst = workforms.toSorted((a, b) => (assignedAt(a) < assignedAt(b) ? 1 : -1))
  return { items: newestFirst.flatMap(toWorkforms) }
}
