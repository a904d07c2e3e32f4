import type { Answers, FileAnswer } from '@portal/contract/fields'
import { SECTION_MACHINE } from '@portal/contract/section-machine'
import { removeFiles } from '../storage/remove-files.ts'
import { audit } from '../audit/append.ts'
import type { ClientContext } from '../context.ts'
import { bookClientNotifications } from '../db/schema/index.ts'
import { require, type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { collectAll, type SectionItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../outbox/enqueue.ts'
import { sectionNotification } from '../webhooks/bodies.ts'
import { queueWebhooks } from '../webhooks/queue.ts'
import type { Parties } from './parties.ts'
import type { OwnSection } from '../sections/own-section.ts'

const TRANSITION = SECTION_MACHINE.submit

/** Returns steps that update assignment, answers, status and draft of the section. */
function sectionSteps(ctx: ClientContext, section: OwnSection, answers: Answers): Step[] {
  const at = ctx.now.toISOString()
  const { assignment, to } = TRANSITION
  return [
    step(
      {
        sql: `UPDATE book_client_workforms SET status = ?, core_status = ?, submit_status = ?, submitted_at = ?,
          rejection_reason = NULL,
                approved_at = NULL, approved_by = NULL, version = version + 1
              WHERE id = ? AND client_id = ? AND version = ? AND workform_version_id = ?`,
        args: [
          assignment.status,
          assignment.core,
          assignment.submit,
          at,
          section.id,
          ctx.actor.clientId,
          section.version,
          section.workform_version_id,
        ],
      },
      'stale',
    ),
    // A merge patch, because section names may contain characters that a JSON path cannot. It merges, so the old
    // answers are removed first.
    step(
      {
        sql: `UPDATE book_form_submissions
              SET data = json_patch(json_patch(data, json_object(?, NULL)), json_object(?, json(?))),
              status = 'submitted', updated_at = ?
              WHERE id = ? AND client_id = ?`,
        args: [section.name, section.name, JSON.stringify(answers), at, section.submission_id, ctx.actor.clientId],
      },
      'not_found',
    ),
    step({
      sql: `INSERT INTO workform_section_statuses (submission_id, section_name, status, notes, updated_at)
        VALUES (?, ?, ?, NULL, ?)
            ON CONFLICT (submission_id, section_name) DO UPDATE SET status = excluded.status, notes = NULL,
              updated_at = excluded.updated_at`,
      args: [section.submission_id, section.name, to, at],
    }),
    step({ sql: 'DELETE FROM section_drafts WHERE assignment_id = ?', args: [section.id] }),
  ]
}

/** Returns steps that require the chosen files to exist and remove all others. */
function fileSteps(ctx: ClientContext, section: OwnSection, answers: Answers): Step[] {
  const chosen = new Set(
    Object.values(answers).flatMap((a) =>
      Array.isArray(a) ? a.flatMap((f) => (typeof f === 'string' ? [] : [f.id])) : [],
    ),
  )
  const steps: Step[] = []
  if (chosen.size > 0) {
    const stored = `(SELECT count(*) FROM files WHERE assignment_id = ? AND state = 'stored' AND id IN (SELECT value
      FROM json_each(?))) = ?`
    steps.push(require('stale', stored, [section.id, JSON.stringify([...chosen]), chosen.size]))
  }
  // Selected in the batch, because another device may have finished an upload since the read.
  const others = `assignment_id = ? AND purpose = 'answer' AND state = 'stored' AND id NOT IN (SELECT value
    FROM json_each(?))`
  steps.push(...removeFiles(ctx, { where: others, args: [section.id, JSON.stringify([...chosen])] }))
  return steps
}

/** Returns steps that notify the bookkeeper and publish to the client's other tabs. */
function notifySteps(ctx: ClientContext, section: OwnSection, parties: Parties): Step[] {
  const { client_name, client_email, bookkeeper_email } = parties
  const ids = { workform_id: section.workform_id, client_id: ctx.actor.clientId }
  const sectionIds = { ...ids, assignment_id: section.id, section_name: section.name, status: TRANSITION.to }
  const notificationId = uuidv7()
  const who = client_name || client_email
  const message = `${who} submitted "${section.name}" of "${section.workform_name}" for review.`
  const item: SectionItem = { assignment_id: section.id, origin: ctx.origin }
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
    queueWebhooks(ctx, section.assigned_by, [
      sectionNotification('submit', { ...section, ...parties, client_id: ctx.actor.clientId }),
    ]),
    collectAll(ctx, 'submissions', [{ address: bookkeeper_email, sender: '', item }]),
    collectAll(ctx, 'receipts', [{ address: client_email, sender: section.assigned_by, item }]),
  ]
}

/** Returns all steps of a submission. */
export function submitSteps(ctx: ClientContext, section: OwnSection, answers: Answers, parties: Parties): Step[] {
  const files = Object.values(answers).flatMap((a) =>
    Array.isArray(a) ? a.filter((f): f is FileAnswer => typeof f !== 'string') : [],
  )
  return [
    ...sectionSteps(ctx, section, answers),
    ...fileSteps(ctx, section, answers),
    ...notifySteps(ctx, section, parties),
    audit(ctx, {
      action: 'section.submitted',
      subjectType: 'section',
      subjectId: section.id,
      clientId: ctx.actor.clientId,
      detail: {
        workform_id: section.workform_id,
        section_name: section.name,
        version: section.version + 1,
        files: files.map((f) => f.id),
      },
    }),
  ]
}
