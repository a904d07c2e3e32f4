import { can } from '@portal/contract/section-machine'
import { eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { stillWaiting } from '../sections/still-waiting.ts'
import { type DecidedSection, sectionsWhere } from './section-under-review.ts'
import { shownStatus } from './shown-status.ts'

/**
 * Returns the bookkeeper's section that waits for a review on this version.
 * @throws AppError `not_found`, `archived`, or `stale` when the section has changed
 */
export async function waitingSection(
  ctx: BookkeeperContext,
  assignmentId: string,
  version: number,
): Promise<DecidedSection> {
  const [row] = await sectionsWhere(ctx, eq(bookClientWorkforms.id, assignmentId))
  const section = found(row)
  if (section.hidden_by) throw new AppError('archived')
  if (section.version !== version || !can('send_back', shownStatus(section))) throw new AppError('stale')
  return section
}

/** Returns the ids of a live event about a section that waits for a review. */
export const eventIds = ({ id, client_id, workform_id, name, status }: DecidedSection) => ({
  assignment_id: id,
  workform_id,
  client_id,
  section_name: name,
  status: status ?? '',
})

/** Returns a step that fails with `stale` unless the section still waits for a review on the version that was read. */
export function requireWaiting(ctx: BookkeeperContext, section: DecidedSection): Step {
  return check('stale', stillWaiting(ctx, section, eq(bookClientWorkforms.assigned_by, ctx.actor.userId)))
}
