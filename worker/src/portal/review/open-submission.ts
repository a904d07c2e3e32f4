import type { BookkeeperContext } from '../../context.ts'
import { commit, type Step } from '../../platform/db/write.ts'
import { publishToClient } from '../../platform/outbox/enqueue.ts'
import { setReview } from './review-rows.ts'
import type { DecidedSection } from './section-under-review.ts'
import { eventIds, requireWaiting, waitingSection } from './waiting-section.ts'

/** Returns steps that record that the bookkeeper has opened the submission; none if this is already recorded. */
export function openedSteps(ctx: BookkeeperContext, section: DecidedSection): Step[] {
  const { id, client_id, version, opened_version } = section
  if (opened_version === version) return []
  return [
    setReview(ctx, id, { opened_version: version }),
    publishToClient(ctx, client_id, 'section.changed', eventIds(section)),
  ]
}

/**
 * Records that the bookkeeper has opened the submission at `version`. From then on, the client can only ask for it.
 * @throws AppError `not_found`, `archived`, or `stale` when the client has taken it back
 */
export async function openSubmission(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version }: { version: number },
): Promise<void> {
  const section = await waitingSection(ctx, assignmentId, version)
  const steps = openedSteps(ctx, section)
  if (steps.length > 0) await commit(ctx, [requireWaiting(ctx, section), ...steps])
}
