import type { NoteWishes, WishesSource } from '@portal/contract/agent'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/writer/hrana.ts'
import type { SqlValue } from '../db/writer/hrana.ts'
import { wantsMail } from '../mail/mail-switches.ts'
import { enqueueEach, publishToEach } from '../outbox/enqueue.ts'
import { localTime } from '../time/time-zone.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import { type SendContext, type OutgoingFollowUp, composeFollowUp } from './compose-follow-up.ts'
import type { ClientState } from './client-state.ts'

/** Wishes that were just read in the notes of an assignment. */
export interface ReadWishes {
  submission_id: string
  wishes: NoteWishes
  source: WishesSource
  hash: string
}

/** The changes for a client, computed from the state that was read. */
export interface ClientUpdate {
  state: ClientState
  /** All planned follow-ups, and those that are due now. */
  rows: readonly PlannedFollowUp[]
  due: readonly PlannedFollowUp[]
  wishes: readonly ReadWishes[]
  /** When to process the client again. */
  next_at: string | null
}

/**
 * The updates whose client has not changed since it was read. Every statement of the batch has this condition,
 * and the last one increments the revision, so an update is applied completely and once, or not at all.
 */
const CURRENT = `json_each(?) j CROSS JOIN agent_clients g ON g.client_id = j.value ->> 'client'
  AND g.revision = j.value ->> 'revision'`

const list = (
  updates: readonly ClientUpdate[],
  more: (d: ClientUpdate) => Record<string, unknown> = () => ({}),
): string =>
  JSON.stringify(
    updates.map((d) => ({ client: d.state.client.client_id, revision: d.state.client.revision, ...more(d) })),
  )

/** Returns the row of a planned follow-up. The bookkeeper's text is `ready` while the facts are unchanged. */
export const rowOf = ({
  day,
  kind,
  at,
  skip,
  about,
  subject,
  text,
  source,
  facts_hash,
  hash,
  ready,
}: PlannedFollowUp) => ({
  day,
  kind,
  at: at.toISOString(),
  skip: Number(skip),
  about: JSON.stringify(about),
  subject,
  text,
  source,
  facts_hash,
  ready: Number(ready && facts_hash === hash),
})

/** Steps that store planned follow-ups. Those no longer planned are removed, unless the bookkeeper has changed them. */
function plannedSteps({ now }: SendContext, updates: readonly ClientUpdate[]): Step[] {
  const days = list(updates, ({ state, rows }) => ({
    today: localTime(state.client.time_zone, now).day,
    days: rows.map((r) => `${r.day} ${r.kind}`),
  }))
  return [
    step({
      sql: `UPDATE follow_ups SET state = iif(skip = 1 AND day < x.today, 'skipped', 'held')
            FROM (SELECT g.client_id, j.value ->> 'today' AS today, j.value -> 'days' AS days FROM ${CURRENT}) x
            WHERE follow_ups.client_id = x.client_id AND state = 'planned'
              AND day || ' ' || kind NOT IN (SELECT value FROM json_each(x.days))`,
      args: [days],
    }),
    step({
      sql: `DELETE FROM follow_ups WHERE state = 'held' AND skip = 0 AND source <> 'bookkeeper'
              AND client_id IN (SELECT value ->> 'client' FROM json_each(?))`,
      args: [days],
    }),
    step({
      sql: `INSERT INTO follow_ups (id, client_id, bookkeeper_id, day, kind, state, skip, at, about, subject, text,
              source, facts_hash, ready)
            SELECT ${uuidSql(now.getTime())}, g.client_id, j.value ->> 'bookkeeper', r.value ->> 'day',
              r.value ->> 'kind', 'planned', r.value ->> 'skip', r.value ->> 'at', r.value ->> 'about',
              r.value ->> 'subject', r.value ->> 'text', r.value ->> 'source', r.value ->> 'facts_hash',
              r.value ->> 'ready'
            FROM ${CURRENT} CROSS JOIN json_each(j.value, '$.rows') r WHERE true
            ON CONFLICT (client_id, day, kind) DO UPDATE SET state = 'planned', skip = excluded.skip,
              at = excluded.at, about = excluded.about, subject = excluded.subject, text = excluded.text,
              source = excluded.source, facts_hash = excluded.facts_hash, ready = excluded.ready
            WHERE follow_ups.state <> 'sent'`,
      args: [list(updates, ({ state, rows }) => ({ bookkeeper: state.client.bookkeeper_id, rows: rows.map(rowOf) }))],
    }),
  ]
}

function wishesStep(updates: readonly ClientUpdate[]): Step[] {
  if (updates.every((d) => d.wishes.length === 0)) return []
  const rows = list(updates, ({ wishes }) => ({
    wishes: wishes.map((w) => ({ ...w, wishes: JSON.stringify(w.wishes) })),
  }))
  const statement = {
    sql: `INSERT INTO agent_assignments (submission_id, wishes, wishes_source, notes_hash)
          SELECT w.value ->> 'submission_id', w.value ->> 'wishes', w.value ->> 'source', w.value ->> 'hash'
          FROM ${CURRENT} CROSS JOIN json_each(j.value, '$.wishes') w WHERE true
          ON CONFLICT (submission_id) DO UPDATE SET wishes = excluded.wishes, wishes_source = excluded.wishes_source,
            notes_hash = excluded.notes_hash`,
    args: [rows],
  }
  return [step(statement)]
}

/** Steps that put reminders into the chat and notify the client. */
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

/** Steps that send the follow-ups that are due. */
function sendSteps(at: SendContext, updates: readonly ClientUpdate[]): Step[] {
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

/** Returns whether the planned follow-ups differ from the stored ones. */
function hasChanges({ state, rows, due }: ClientUpdate): boolean {
  const stored = state.followUps.filter((f) => f.state === 'planned')
  const key = (
    f: Record<'day' | 'kind' | 'about' | 'subject' | 'text', string> & { skip: number; ready: number },
  ): string => JSON.stringify([f.day, f.kind, f.skip, f.about, f.subject, f.text, f.ready])
  return due.length > 0 || stored.map(key).toSorted().join() !== rows.map(rowOf).map(key).toSorted().join()
}

/** Returns the steps of a batch of updates. An update does nothing when its client has changed since. */
export function updateSteps(at: SendContext, updates: readonly ClientUpdate[]): Step[] {
  const changed = updates.filter(hasChanges)
  const events: readonly SqlValue[] = [list(changed)]
  return [
    ...(changed.length > 0 ? plannedSteps(at, changed) : []),
    ...wishesStep(updates),
    ...sendSteps(at, updates),
    ...(changed.length > 0
      ? [
          publishToEach({ now: at.queuedAt }, 'follow_up.changed', {
            sql: `SELECT c.bookkeeper_id AS user_id, json_object('client_id', c.id) AS ids
                  FROM ${CURRENT} CROSS JOIN book_clients c ON c.id = g.client_id`,
            args: events,
          }),
        ]
      : []),
    step({
      sql: `UPDATE agent_clients SET next_at = x.next_at, revision = revision + 1
            FROM (SELECT g.client_id, j.value ->> 'next_at' AS next_at FROM ${CURRENT}) x
            WHERE agent_clients.client_id = x.client_id`,
      args: [list(updates, ({ next_at }) => ({ next_at }))],
    }),
  ]
}
