import { and, eq, sql } from 'drizzle-orm'
import { type AuditContext, audit } from '../../platform/audit/append.ts'
import type { Database } from '../../platform/db/client.ts'
import { bookClientNotifications, chatMessages, chatThreads, followUps } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import type { Settings } from '../../env.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { wantsMail } from '../../platform/mail/mail-switches.ts'
import { escalationNotification } from '../notifications/escalations.ts'
import { announceEach } from '../notifications/announce.ts'
import type { ReminderItem } from '../notifications/digests/collect.ts'
import { queuePush } from '../notifications/push/queue-push.ts'
import { enqueueEach, publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { firstOpenSection, openSections } from './assignment-state.ts'
import type { AgentClient, ClientState } from './client-state.ts'
import { composeFollowUp } from './compose-follow-up.ts'
import { inviteAgainSteps } from './invite-again.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'

/** What a run of the agent needs to store and send follow-ups. */
export interface SendContext {
  db: Database
  now: Date
  /** Time for outbox rows, when `now` is simulated. */
  queuedAt: Date
  origin: string
  settings: Settings
}

/**
 * Returns the steps that put a reminder into the chat and notify the client: in the bell, by push, and by mail together
 * with the news that wait for the client.
 */
function messageSteps(
  { db, now, queuedAt, settings }: SendContext,
  { client, assignments }: ClientState,
  { subject, text, about }: SentFollowUp,
): Step[] {
  const { client_id, thread_id, bookkeeper_id, email } = client
  const asked = assignments.filter((a) => about.some((p) => p.submission_id === a.submission_id))
  const section = firstOpenSection(asked)
  const [id, at, outbox] = [uuidv7(), now.toISOString(), { now: queuedAt }]
  const ids = { client_id, thread_id, message_id: id, notification_id: id }
  const news: ReminderItem = {
    notification_id: id,
    assignment_id: section?.assignment_id ?? null,
    sections: asked.flatMap(openSections).map((s) => s.assignment_id),
  }
  const latest = db
    .select({ at: sql`max(${chatThreads.updated_at}, ${at})` })
    .from(chatThreads)
    .where(eq(chatThreads.id, thread_id))
  return [
    step(
      db.insert(chatMessages).values({
        id,
        thread_id,
        sender: 'system',
        message: text,
        attachments: [],
        about: section && {
          assignment_id: section.assignment_id,
          workform_id: section.workform_id,
          workform_name: section.workform_name,
          section_name: section.section_name,
        },
        // Never before the previous message, even if clocks of isolates differ.
        created_at: sql`${latest}`,
      }),
    ),
    step(
      db.insert(bookClientNotifications).values({
        id,
        client_id,
        title: 'Reminder',
        message: subject,
        created_at: at,
        sender_type: 'bookkeeper',
        recipient_type: 'client',
        workform_id: section?.workform_id,
        section_name: section?.section_name,
      }),
    ),
    publishToUser(outbox, bookkeeper_id, 'chat.message', ids),
    publishToClient(outbox, client_id, 'chat.message', ids),
    publishToClient(outbox, client_id, 'notification.created', ids),
    ...announceEach(
      { ...outbox, settings },
      'reminders',
      sql`SELECT ${email} AS address, ${bookkeeper_id} AS sender, ${JSON.stringify(news)} AS item`,
    ),
  ]
}

/** Returns the steps that notify the bookkeeper of an escalation or a question. */
function attentionSteps({ queuedAt, settings }: SendContext, client: AgentClient, { day, kind }: SentFollowUp): Step[] {
  const { client_id, bookkeeper_id, bookkeeper_email } = client
  const outbox = { now: queuedAt }
  const item = sql`json_object('client_id', ${client_id}, 'notification_id', (
    SELECT ${escalationNotification(followUps)} FROM ${followUps} WHERE ${followUps.client_id} = ${client_id}
      AND ${followUps.day} = ${day} AND ${followUps.kind} = ${kind} LIMIT 1))`
  const news = sql`SELECT ${bookkeeper_email} AS address, '' AS sender, ${item} AS item`
  return [
    publishToUser(outbox, bookkeeper_id, 'notification.created', { client_id }),
    ...queuePush({ ...outbox, settings }, 'follow_ups', news),
  ]
}

/** A follow-up that is sent now. */
export type SentFollowUp = Pick<PlannedFollowUp, 'day' | 'kind' | 'subject' | 'text' | 'source' | 'about'>

/** Returns the steps that send an escalation or a question by mail. */
function mailStep(at: SendContext, client: AgentClient, followUp: SentFollowUp): Step {
  const mail = composeFollowUp(at, client, followUp)
  return enqueueEach(
    { now: at.queuedAt },
    'mail',
    sql`SELECT ${`mail:${mail.to}`} AS recipient, ${JSON.stringify(mail)} AS payload
      WHERE ${wantsMail('follow_ups', mail.to)}`,
  )
}

/** Returns the steps that tell the client or the bookkeeper. */
function tellSteps(at: SendContext, state: ClientState, followUp: SentFollowUp): Step[] {
  if (followUp.kind === 'invitation') return inviteAgainSteps(at, state, followUp)
  if (followUp.kind === 'message') return messageSteps(at, state, followUp)
  return [...attentionSteps(at, state.client, followUp), mailStep(at, state.client, followUp)]
}

const ACTIONS = {
  message: 'follow_up.sent',
  invitation: 'client.invited',
  escalation: 'follow_up.escalated',
  question: 'follow_up.asked',
} as const

/** Returns the steps that deliver a follow-up, and log it. The actor is the agent by default. */
export function deliverSteps(
  at: SendContext,
  state: ClientState,
  followUp: SentFollowUp,
  actor: AuditContext['actor'] = { firmId: state.client.firm_id, userId: null, role: 'system' },
): Step[] {
  const { client_id, email } = state.client
  const { day, kind, subject, source, about } = followUp
  return [
    ...tellSteps(at, state, followUp),
    audit(
      { actor },
      {
        action: ACTIONS[kind],
        // Escalations appear in the recent activity, hundreds of reminders every morning do not.
        subjectType: kind === 'message' ? 'message' : 'client',
        subjectId: client_id,
        clientId: client_id,
        detail: { day, subject, source, about, ...(kind === 'invitation' && { email }) },
      },
    ),
  ]
}

export function sendSteps(at: SendContext, state: ClientState, planned: PlannedFollowUp): Step[] {
  const { day, kind } = planned
  return [
    step(
      at.db
        .update(followUps)
        .set({ state: 'sent', at: at.now.toISOString() })
        .where(
          and(
            eq(followUps.client_id, state.client.client_id),
            eq(followUps.day, day),
            eq(followUps.kind, kind),
            eq(followUps.state, 'planned'),
          ),
        ),
    ),
    ...deliverSteps(at, state, planned),
  ]
}
