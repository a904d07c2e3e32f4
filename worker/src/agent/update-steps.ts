import type { NoteWishes, WishesSource } from '@portal/contract/agent'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { Database } from '../db/client.ts'
import {
  agentAssignments,
  agentClients,
  bookClientNotifications,
  chatMessages,
  chatThreads,
  followUps,
} from '../db/schema/index.ts'
import { type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { wantsMail } from '../mail/mail-switches.ts'
import { enqueueEach, publishToClient, publishToUser } from '../outbox/enqueue.ts'
import type { AgentClient, ClientState } from './client-state.ts'
import { composeFollowUp } from './compose-follow-up.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import { plannedSteps, rowOf } from './planned-steps.ts'

/** What a run of the agent needs to store and send follow-ups. */
export interface SendContext {
  db: Database
  now: Date
  /** Time for outbox rows, when `now` is simulated. */
  queuedAt: Date
  origin: string
  /** Signs unsubscribe links. */
  secret: string
}

/** The changes for a client, computed from the state that was read. */
export interface ClientUpdate {
  state: ClientState
  /** All planned follow-ups, and those that are due now. */
  planned: readonly PlannedFollowUp[]
  due: readonly PlannedFollowUp[]
  /** Wishes that were just read in the notes of assignments. */
  wishes: readonly { submission_id: string; wishes: NoteWishes; wishes_source: WishesSource; notes_hash: string }[]
  /** When to process the client again. */
  next_at: string | null
}

/** Returns the steps that put a reminder into the chat and notify the client. */
function messageSteps(
  { db, now, queuedAt }: SendContext,
  client: AgentClient,
  { subject, text }: PlannedFollowUp,
): Step[] {
  const { client_id, thread_id, bookkeeper_id } = client
  const [id, at, outbox] = [uuidv7(), now.toISOString(), { now: queuedAt }]
  const ids = { client_id, thread_id, message_id: id, notification_id: id }
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
      }),
    ),
    publishToUser(outbox, bookkeeper_id, 'chat.message', ids),
    publishToClient(outbox, client_id, 'chat.message', ids),
    publishToClient(outbox, client_id, 'notification.created', ids),
  ]
}

/** Returns the steps that send a follow-up. */
function sendSteps(at: SendContext, client: AgentClient, planned: PlannedFollowUp): Step[] {
  const { client_id, firm_id } = client
  const { day, kind, subject, source, about } = planned
  const isMessage = kind === 'message'
  const mail = composeFollowUp(at, client, planned)
  const wanted = wantsMail(isMessage ? 'reminders' : 'follow_ups', mail.to)
  return [
    step(
      at.db
        .update(followUps)
        .set({ state: 'sent', at: at.now.toISOString() })
        .where(
          and(
            eq(followUps.client_id, client_id),
            eq(followUps.day, day),
            eq(followUps.kind, kind),
            eq(followUps.state, 'planned'),
          ),
        ),
    ),
    ...(isMessage ? messageSteps(at, client, planned) : []),
    enqueueEach(
      { now: at.queuedAt },
      'mail',
      sql`SELECT ${`mail:${mail.to}`} AS recipient, ${JSON.stringify(mail)} AS payload WHERE ${wanted}`,
    ),
    audit(
      { actor: { firmId: firm_id, userId: null, role: 'system' } },
      {
        action: isMessage ? 'follow_up.sent' : 'follow_up.escalated',
        // Escalations appear in the recent activity, hundreds of reminders every morning do not.
        subjectType: isMessage ? 'message' : 'client',
        subjectId: client_id,
        clientId: client_id,
        detail: { day, subject, source, about },
      },
    ),
  ]
}

/** Returns whether the planned follow-ups differ from the stored ones. */
function hasChanges({ state, planned, due }: ClientUpdate): boolean {
  const stored = state.followUps.filter((f) => f.state === 'planned')
  const keys = (rows: readonly ReturnType<typeof rowOf>[]) =>
    rows.map((f) => JSON.stringify([f.day, f.kind, f.skip, f.about, f.subject, f.text, f.ready])).toSorted()
  return due.length > 0 || keys(stored).join() !== keys(planned.map(rowOf)).join()
}

/** Returns a step that stores wishes (at least one). */
const wishesStep = (db: Database, wishes: ClientUpdate['wishes']): Step =>
  step(
    db
      .insert(agentAssignments)
      .values([...wishes])
      .onConflictDoUpdate({
        target: agentAssignments.submission_id,
        set: {
          wishes: sql`excluded.wishes`,
          wishes_source: sql`excluded.wishes_source`,
          notes_hash: sql`excluded.notes_hash`,
        },
      }),
  )

/** Returns the steps of an update. They fail with `stale` if the client has changed since the state was read. */
export function updateSteps(at: SendContext, update: ClientUpdate): Step[] {
  const { db } = at
  const { state, planned, due, wishes, next_at } = update
  const { client_id, revision, bookkeeper_id } = state.client
  const unchanged = and(eq(agentClients.client_id, client_id), eq(agentClients.revision, revision))
  return [
    step(
      db
        .update(agentClients)
        .set({ next_at, revision: sql`${agentClients.revision} + 1` })
        .where(unchanged),
      'stale',
    ),
    ...(hasChanges(update)
      ? [
          ...plannedSteps(db, state.client, planned, at.now),
          publishToUser({ now: at.queuedAt }, bookkeeper_id, 'follow_up.changed', { client_id }),
        ]
      : []),
    ...(wishes.length > 0 ? [wishesStep(db, wishes)] : []),
    ...due.flatMap((followUp) => sendSteps(at, state.client, followUp)),
  ]
}
