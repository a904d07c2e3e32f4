import type { Answers, FileAnswer } from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import { SECTION_MACHINE } from '@portal/contract/section-machine'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { ClientContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import {
  bookClientNotifications,
  bookClientWorkforms,
  bookFormSubmissions,
  files,
  sectionDrafts,
} from '../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { announceAll } from '../notifications/announce.ts'
import type { SectionItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { filesOfAnswers } from '../sections/answer-files.ts'
import { type Submission, submissionStep } from '../sections/attempts.ts'
import { retireFiles } from '../sections/retire-files.ts'
import { setSectionStatus } from '../sections/section-status.ts'
import { sectionNotification } from '../webhooks/bodies.ts'
import { queueWebhooks } from '../webhooks/queue.ts'
import type { OwnSection } from '../sections/own-section.ts'

const TRANSITION = SECTION_MACHINE.submit

/** Returns steps that update assignment, answers, status and draft of the section. */
function sectionSteps({ db, now, actor }: ClientContext, section: OwnSection, content: Submission): Step[] {
  const at = now.toISOString()
  const { assignment, to } = TRANSITION
  const { id, client_id, version, workform_version_id, hidden_by } = bookClientWorkforms
  const { data, non_answers } = bookFormSubmissions
  // A merge patch, because section names may contain characters that a JSON path cannot. It merges, so the old
  // content is removed first.
  const replaced = (column: typeof data | typeof non_answers, by: Answers | NonAnswers) => {
    const cleared = sql`json_patch(${column}, json_object(${section.name}, NULL))`
    return sql`json_patch(${cleared}, ${JSON.stringify({ [section.name]: by })})`
  }
  return [
    step(
      db
        .update(bookClientWorkforms)
        .set({
          status: assignment.status,
          core_status: assignment.core,
          submit_status: assignment.submit,
          submitted_at: at,
          rejection_reason: null,
          approved_at: null,
          approved_by: null,
          version: section.version + 1,
        })
        .where(
          and(
            eq(id, section.id),
            eq(client_id, actor.clientId),
            isShown(hidden_by),
            eq(version, section.version),
            eq(workform_version_id, section.workform_version_id),
          ),
        ),
      'stale',
    ),
    step(
      db
        .update(bookFormSubmissions)
        .set({
          data: replaced(data, content.answers),
          non_answers: replaced(non_answers, content.non_answers),
          status: 'submitted',
          updated_at: at,
        })
        .where(
          and(eq(bookFormSubmissions.id, section.submission_id), eq(bookFormSubmissions.client_id, actor.clientId)),
        ),
      'not_found',
    ),
    setSectionStatus({ db, now }, section, to, null),
    step(db.delete(sectionDrafts).where(eq(sectionDrafts.assignment_id, section.id))),
  ]
}

/** Returns steps that require the chosen files to exist and remove all others. */
function fileSteps(ctx: ClientContext, section: OwnSection, chosen: readonly FileAnswer[]): Step[] {
  const ids = [...new Set(chosen.map((f) => f.id))]
  const stored = and(eq(files.assignment_id, section.id), eq(files.state, 'stored'))
  return [
    check('stale', sql`${ctx.db.$count(files, and(stored, inArray(files.id, ids)))} = ${ids.length}`),
    // Selected in the batch, because another device may have finished an upload since the read.
    ...retireFiles(ctx, and(eq(files.assignment_id, section.id), notInArray(files.id, ids))),
  ]
}

/** Returns steps that notify the bookkeeper and publish to the client's other tabs. */
function notifySteps(ctx: ClientContext, section: OwnSection): Step[] {
  const { client_name, client_email, bookkeeper_email } = section
  const ids = { workform_id: section.workform_id, client_id: ctx.actor.clientId }
  const sectionIds = { ...ids, assignment_id: section.id, section_name: section.name, status: TRANSITION.to }
  const notificationId = uuidv7()
  const who = client_name || client_email
  const message = `${who} submitted "${section.name}" of "${section.workform_name}" for review.`
  const item: SectionItem = { assignment_id: section.id }
  const submitted = { ...item, notification_id: `submission:${section.id}:${ctx.now.toISOString()}` }
  return [
    step(
      ctx.db.insert(bookClientNotifications).values({
        id: notificationId,
        client_id: ctx.actor.clientId,
        title: 'Section submitted',
        message,
        created_at: ctx.now.toISOString(),
        sender_type: 'client',
        recipient_type: 'bookkeeper',
        workform_id: section.workform_id,
        section_name: section.name,
      }),
    ),
    publishToUser(ctx, section.assigned_by, 'section.changed', sectionIds),
    publishToUser(ctx, section.assigned_by, 'submission.changed', ids),
    publishToUser(ctx, section.assigned_by, 'notification.created', { ...ids, notification_id: notificationId }),
    publishToClient(ctx, ctx.actor.clientId, 'section.changed', sectionIds),
    queueWebhooks(ctx, section.assigned_by, [sectionNotification('submit', section)]),
    ...announceAll(ctx, 'submissions', [{ address: bookkeeper_email, sender: '', item: submitted }]),
    ...announceAll(ctx, 'receipts', [{ address: client_email, sender: section.assigned_by, item }]),
  ]
}

export function submitSteps(ctx: ClientContext, section: OwnSection, content: Submission): Step[] {
  const chosen = filesOfAnswers(content.answers)
  return [
    ...sectionSteps(ctx, section, content),
    submissionStep(ctx, section, content),
    ...fileSteps(ctx, section, chosen),
    ...notifySteps(ctx, section),
    audit(ctx, {
      action: 'section.submitted',
      subjectType: 'section',
      subjectId: section.id,
      clientId: ctx.actor.clientId,
      detail: {
        workform_id: section.workform_id,
        section_name: section.name,
        version: section.version + 1,
        files: chosen.map((f) => f.id),
      },
    }),
  ]
}
