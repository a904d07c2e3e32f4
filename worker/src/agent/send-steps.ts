import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/statement.ts'
import { wantsMail } from '../mail/mail-switches.ts'
import { enqueueEach, publishToEach } from '../outbox/enqueue.ts'
import { type ClientUpdate, CURRENT } from './client-update.ts'
import { composeFollowUp, type OutgoingFollowUp, type SendContext } from './compose-follow-up.ts'

/** Returns the steps that put reminders into the chat and notify the client. */
function messageSteps({ now, queuedAt }: SendContext, outgoing: readonly OutgoingFollowUp[]): Step[] {
  if (outgoing.length === 0) return []
  const at = now.toISOString()
  const rows = JSON.stringify(
    outgoing.map(({ client, revision, message, planned }) => ({
      client,
      revision,
      message,
      subject: planned.subject,
      text: planned.text,
    })),
  )
  const threads = `${CURRENT} CROSS JOIN chat_threads t ON t.client_id = g.client_id`
  const account = `CROSS JOIN book_client_auth a ON a.client_id = g.client_id AND a.auth_user_id IS NOT NULL`
  const ids = `json_object('client_id', g.client_id, 'thread_id', t.id, 'message_id', j.value ->> 'message',
                 'notification_id', j.value ->> 'message')`
  return [
    step({
      sql: `INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at)
            SELECT j.value ->> 'message', t.id, 'system', j.value ->> 'text', '[]', max(t.updated_at, ?)
            FROM ${threads}`,
      args: [at, rows],
    }),
    step({
      sql: `INSERT INTO book_client_notifications (id, client_id, title, message, created_at, sender_type,
              recipient_type)
            SELECT j.value ->> 'message', g.client_id, 'Reminder', j.value ->> 'subject', ?, 'bookkeeper', 'client'
            FROM ${CURRENT}`,
      args: [at, rows],
    }),
    publishToEach({ now: queuedAt }, 'chat.message', {
      sql: `SELECT t.bookkeeper_id AS user_id, ${ids} AS ids FROM ${threads}
            UNION ALL SELECT a.auth_user_id, ${ids} FROM ${threads} ${account}`,
      args: [rows, rows],
    }),
    publishToEach({ now: queuedAt }, 'notification.created', {
      sql: `SELECT a.auth_user_id AS user_id, ${ids} AS ids FROM ${threads} ${account}`,
      args: [rows],
    }),
  ]
}

/** Returns the outgoing follow-ups as JSON for the rows of `follow_ups` and the audit log. */
function sentRows(updates: readonly ClientUpdate[], outgoing: readonly OutgoingFollowUp[]): string {
  const firmOf = new Map(updates.map(({ state }) => [state.client.client_id, state.client.firm_id]))
  return JSON.stringify(
    outgoing.map(({ client, revision, planned: { day, kind, subject, source, about } }) => ({
      client,
      revision,
      firm: firmOf.get(client),
      day,
      kind,
      action: kind === 'message' ? 'follow_up.sent' : 'follow_up.escalated',
      // Escalations appear in the recent activity, hundreds of reminders every morning do not.
      type: kind === 'message' ? 'message' : 'client',
      detail: JSON.stringify({ day, subject, source, about }),
    })),
  )
}

/** Returns the mails of outgoing follow-ups as JSON. */
const mailRows = (outgoing: readonly OutgoingFollowUp[]): string =>
  JSON.stringify(
    outgoing.map(({ client, revision, mail, planned }) => ({
      client,
      revision,
      to: mail.to,
      client_mail: Number(planned.kind === 'message'),
      mail: JSON.stringify(mail),
    })),
  )

/** Returns the steps that send the follow-ups that are due. */
export function sendSteps(at: SendContext, updates: readonly ClientUpdate[]): Step[] {
  const outgoing = updates.flatMap((u) => u.due.map((planned) => composeFollowUp(at, u.state, planned)))
  if (outgoing.length === 0) return []
  const now = at.now.toISOString()
  const rows = sentRows(updates, outgoing)
  return [
    step({
      sql: `UPDATE follow_ups SET state = 'sent', at = ?
            FROM (SELECT g.client_id, j.value ->> 'day' AS day, j.value ->> 'kind' AS kind FROM ${CURRENT}) x
            WHERE follow_ups.client_id = x.client_id AND follow_ups.day = x.day AND follow_ups.kind = x.kind
              AND state = 'planned'`,
      args: [now, rows],
    }),
    ...messageSteps(
      at,
      outgoing.filter((s) => s.planned.kind === 'message'),
    ),
    enqueueEach({ now: at.queuedAt }, 'mail', {
      sql: `SELECT 'mail:' || (j.value ->> 'to') AS recipient, j.value ->> 'mail' AS payload FROM ${CURRENT}
            WHERE iif(j.value ->> 'client_mail', ${wantsMail('reminders', "j.value ->> 'to'")},
              ${wantsMail('follow_ups', "j.value ->> 'to'")})`,
      args: [mailRows(outgoing)],
    }),
    {
      ...step({
        sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id,
                detail, at)
              SELECT ${uuidSql(at.now.getTime())}, j.value ->> 'firm', NULL, 'system', j.value ->> 'action',
                j.value ->> 'type', g.client_id, g.client_id,
                j.value ->> 'detail', ? FROM ${CURRENT}`,
        args: [COMMIT_TIME, rows],
      }),
      audits: true,
    },
  ]
}
