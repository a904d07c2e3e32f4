import type { AnswerToFix } from '@portal/contract/answer-review'
import { SECTION_MACHINE } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import { and, eq } from 'drizzle-orm'
import type { AuditEntry } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientNotifications, bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { announceAll } from '../notifications/announce.ts'
import type { SectionItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { setSectionStatus } from '../sections/section-status.ts'
import { docDecision, rejectNotification, sectionNotification } from '../webhooks/bodies.ts'
import { queueWebhooks } from '../webhooks/queue.ts'
import type { DecidedSection, ReviewEvent } from './section-under-review.ts'

/** A decision on a section. */
export interface Decision {
  event: ReviewEvent
  /** Notes of an approval, or the reason of a rejection. */
  notes: string | null
  /** The answers that are sent back. */
  flags?: readonly AnswerToFix[]
  /** Title and message of the client's notification. */
  title: string
  message: string
}

/** Returns steps that update the assignment, on the version that was seen, and the section status. */
function statusSteps(ctx: BookkeeperContext, section: DecidedSection, { event, notes }: Decision): Step[] {
  const { assignment, to } = SECTION_MACHINE[event]
  const { id, assigned_by, version } = bookClientWorkforms
  return [
    step(
      ctx.db
        .update(bookClientWorkforms)
        .set({
          status: assignment.status,
          core_status: assignment.core,
          submit_status: assignment.submit,
          approved_at: event === 'approve' ? ctx.now.toISOString() : null,
          approved_by: event === 'approve' ? ctx.actor.userId : null,
          rejection_reason: event === 'reject' || event === 'send_back' ? notes : null,
          ...(assignment.submit === 'not_submitted' && { submitted_at: null }),
          version: section.version + 1,
        })
        .where(and(eq(id, section.id), eq(assigned_by, ctx.actor.userId), eq(version, section.version))),
      'stale',
    ),
    setSectionStatus(ctx, section, to, notes),
  ]
}

/** What the client is notified of. */
interface News extends Pick<Decision, 'title' | 'message'> {
  /** The status of the section after it. */
  status: SectionStatus
  /** Whether it is the answer to a request of the client. */
  wasRequested?: boolean
}

/** Returns steps that tell the client away from the portal. Several decisions become one mail. */
function announceSteps(ctx: BookkeeperContext, section: DecidedSection, wasRequested: boolean, id: string): Step[] {
  const item: SectionItem = {
    assignment_id: section.id,
    was_approved: section.status === 'approved',
    ...(wasRequested && { was_requested: true }),
    notification_id: id,
  }
  return announceAll(ctx, 'decisions', [{ address: section.client_email, sender: ctx.actor.userId, item }])
}

/** Returns steps that notify the client and publish to the bookkeeper's other tabs. */
export function notifySteps(ctx: BookkeeperContext, section: DecidedSection, news: News): Step[] {
  const { status, title, message, wasRequested = false } = news
  const notificationId = uuidv7()
  const { client_id, workform_id } = section
  const ids = { assignment_id: section.id, workform_id, client_id, section_name: section.name, status }
  const notification = ctx.db.insert(bookClientNotifications).values({
    id: notificationId,
    client_id,
    title,
    message,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
    workform_id,
    section_name: section.name,
  })
  return [
    step(notification),
    publishToClient(ctx, client_id, 'section.changed', ids),
    publishToClient(ctx, client_id, 'notification.created', {
      client_id,
      workform_id,
      notification_id: notificationId,
    }),
    publishToUser(ctx, ctx.actor.userId, 'section.changed', ids),
    ...announceSteps(ctx, section, wasRequested, notificationId),
  ]
}

/** Returns a step that queues webhooks. Undoing an approval and returning a submission have no webhook event. */
function webhookSteps(ctx: BookkeeperContext, section: DecidedSection, { event, notes, flags }: Decision): Step[] {
  const approves = event === 'approve'
  if (!approves && event !== 'reject' && event !== 'send_back') return []
  const notification = approves
    ? sectionNotification('approved', section)
    : rejectNotification(section, notes, flags ?? [])
  return [queueWebhooks(ctx, ctx.actor.userId, [notification, docDecision(ctx, section, approves)])]
}

/** Returns the steps that every decision has in common. */
export function decisionSteps(ctx: BookkeeperContext, section: DecidedSection, decision: Decision): Step[] {
  const { event, title, message } = decision
  return [
    ...statusSteps(ctx, section, decision),
    ...notifySteps(ctx, section, {
      status: SECTION_MACHINE[event].to,
      title,
      message,
      wasRequested: event === 'recall',
    }),
    ...webhookSteps(ctx, section, decision),
  ]
}

const AUDIT_ACTIONS = {
  approve: 'doc_approved',
  reject: 'doc_rejected',
  send_back: 'doc_rejected',
  undo: 'section.approval_undone',
  reopen: 'section.approval_undone',
  recall: 'section.recalled',
} as const

/** Returns the audit entry of a decision, with further details. */
export const decisionEntry = (section: DecidedSection, event: ReviewEvent, detail: object = {}): AuditEntry => ({
  action: AUDIT_ACTIONS[event],
  subjectType: 'section',
  subjectId: section.id,
  clientId: section.client_id,
  detail: {
    client_id: section.client_id,
    workform_id: section.workform_id,
    section_name: section.name,
    doc_name: section.workform_name,
    status: SECTION_MACHINE[event].to,
    version: section.version,
    ...detail,
  },
})
