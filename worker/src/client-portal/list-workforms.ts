import type { PortalSection, PortalWorkform } from '@portal/contract/client-portal'
import { statusForClient } from '@portal/contract/section-machine'
import { asc, eq, sql } from 'drizzle-orm'
import type { ClientContext } from '../context.ts'
import { bookClientWorkforms, bookWorkforms, workformSectionStatuses, workformVersions } from '../db/schema/index.ts'
import { statusOf } from '../sections/own-section.ts'
import { ofSection } from '../sections/section-status.ts'

const sectionFields = sql`FROM json_each(${workformVersions.fields}) f
  WHERE json_extract(f.value, '$.section') = ${bookClientWorkforms.section_name}`

function sectionsOf(ctx: ClientContext) {
  return ctx.db
    .select({
      assignment_id: bookClientWorkforms.id,
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      description: bookWorkforms.description,
      assigned_at: bookClientWorkforms.assigned_at,
      due_date: bookClientWorkforms.due_date,
      name: bookClientWorkforms.section_name,
      version: bookClientWorkforms.version,
      status: workformSectionStatuses.status,
      notes: workformSectionStatuses.notes,
      // Counted in the database, because the fields themselves are not needed.
      field_count: sql<number>`(SELECT count(*) ${sectionFields})`,
      required_count: sql<number>`(SELECT count(*) ${sectionFields} AND json_extract(f.value, '$.required'))`,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .where(eq(bookClientWorkforms.client_id, ctx.actor.clientId))
    .orderBy(asc(bookClientWorkforms.position), asc(bookClientWorkforms.section_name))
}

const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a)

/**
 * Lists the client's workforms with their sections, the newest assignment first. A workform is due when its first
 * section is.
 */
export async function listWorkforms(ctx: ClientContext): Promise<{ items: PortalWorkform[] }> {
  const workforms = new Map<string, { assignedAt: string; workform: PortalWorkform }>()
  for (const row of await sectionsOf(ctx)) {
    const { workform_id, workform_name, description, due_date, assigned_at, notes, ...rest } = row
    const status = statusOf(row)
    const section: PortalSection = {
      ...rest,
      status: statusForClient(status),
      rejection_reason: status === 'rejected' ? notes : null,
    }
    const known = workforms.get(workform_id)
    if (known) {
      known.workform.sections.push(section)
      known.workform.due_date = earlier(known.workform.due_date, due_date)
      if (assigned_at > known.assignedAt) known.assignedAt = assigned_at
    } else {
      workforms.set(workform_id, {
        assignedAt: assigned_at,
        workform: { workform_id, name: workform_name, description, due_date, sections: [section] },
      })
    }
  }
  return {
    items: [...workforms.values()].sort((a, b) => (a.assignedAt < b.assignedAt ? 1 : -1)).map((w) => w.workform),
  }
}
