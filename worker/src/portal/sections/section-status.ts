import type { SectionStatus } from '@portal/contract/statuses'
import type { Context } from '../../context.ts'
import { workformSectionStatuses } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** Returns a step that stores the status of a section, with notes for the client. */
export function setSectionStatus(
  { db, now }: Pick<Context, 'db' | 'now'>,
  section: { submission_id: string; name: string },
  status: SectionStatus,
  notes: string | null,
): Step {
  const value = { status, notes, updated_at: now.toISOString() }
  return step(
    db
      .insert(workformSectionStatuses)
      .values({ submission_id: section.submission_id, section_name: section.name, ...value })
      .onConflictDoUpdate({
        target: [workformSectionStatuses.submission_id, workformSectionStatuses.section_name],
        set: value,
      }),
  )
}
