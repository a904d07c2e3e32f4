import { statusForClient } from '@portal/contract/section-machine'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { ClientContext } from '../../context.ts'
import { bookClientWorkforms, sectionReviews } from '../../platform/db/schema/index.ts'
import { commitOnce, type Step, step } from '../../platform/db/write.ts'
import { announceAll } from '../notifications/announce.ts'
import type { SectionItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { type OwnSection, statusOf } from '../sections/own-section.ts'
import { stillWaiting } from '../sections/still-waiting.ts'
import { recallableSection } from './recallable-section.ts'
import type { Submitted } from './submit-section.ts'

/** Returns a step that stores the request, and fails with `stale` unless the bookkeeper is reviewing this version. */
function requestStep({ db, now, actor }: ClientContext, section: OwnSection): Step {
  const { assignment_id, opened_version, recall_requested_at } = sectionReviews
  const waiting = stillWaiting({ db }, section, eq(bookClientWorkforms.client_id, actor.clientId))
  return step(
    db
      .update(sectionReviews)
      .set({ recall_requested_at: now.toISOString(), recall_requested_from: section.assigned_by })
      .where(
        and(eq(assignment_id, section.id), eq(opened_version, section.version), isNull(recall_requested_at), waiting),
      ),
    'stale',
  )
}

/** Returns steps that notify the bookkeeper and publish to both sides. */
function notifySteps(ctx: ClientContext, section: OwnSection): Step[] {
  const { id, workform_id, assigned_by, name, bookkeeper_email } = section
  const { clientId } = ctx.actor
  const ids = { workform_id, client_id: clientId }
  const sectionIds = { ...ids, assignment_id: id, section_name: name, status: statusOf(section) }
  const item: SectionItem = { assignment_id: id, notification_id: `recall:${id}:${ctx.now.toISOString()}` }
  return [
    publishToUser(ctx, assigned_by, 'section.changed', sectionIds),
    publishToUser(ctx, assigned_by, 'notification.created', ids),
    publishToClient(ctx, clientId, 'section.changed', sectionIds),
    ...announceAll(ctx, 'submissions', [{ address: bookkeeper_email, sender: '', item }]),
  ]
}

/**
 * Asks the bookkeeper to return a submission that they have opened. Repeating the request changes nothing.
 * @throws AppError `not_found`, `archived`, `stale`
 */
export async function requestRecall(
  ctx: ClientContext,
  assignmentId: string,
  { version }: { version: number },
): Promise<Submitted> {
  const recall = await recallableSection(ctx, assignmentId, version)
  if (recall.before) return recall.before
  const { section } = recall
  const requested = { assignment_id: section.id, status: statusForClient(statusOf(section)), version }
  if (section.review?.recall_requested_at) return requested
  return commitOnce(
    ctx,
    [
      requestStep(ctx, section),
      ...notifySteps(ctx, section),
      audit(ctx, {
        action: 'section.recall_requested',
        subjectType: 'section',
        subjectId: section.id,
        clientId: ctx.actor.clientId,
        detail: { workform_id: section.workform_id, section_name: section.name, version },
      }),
    ],
    requested,
  )
}
