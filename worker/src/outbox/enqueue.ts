import type { EventIds, EventType } from '@portal/contract/events'
import type { Context } from '../context.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import type { Bell } from '../db/writer/writer.ts'
import { uuidv7 } from '../ids.ts'

/** A mail as it is queued. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /**
   * The firm that speaks: its sender name and reply-to are filled in where the mail names none, and an address that bounces gets no
   * more of it. Left out for mails of the portal itself (codes, passwords, sign-ins), which always go.
   */
  firmId?: string | undefined
  /** The bookkeeper who sends it: in their list of deliveries. */
  bookkeeperId?: string | undefined
  /** Whether it invites its recipient: the one mail of a firm that goes to somebody who has not accepted an invitation yet. */
  invitation?: boolean | undefined
  /** Who is shown as the sender, before the portal's own address; empty for the portal's own name. */
  fromName?: string | undefined
  /** Where an answer goes. */
  replyTo?: string | undefined
  /** An address that ends mails of this kind with one POST. */
  unsubscribe?: string | undefined
}

/** What an outbox row can ask for, by kind. */
export interface OutboxPayloads {
  event: { type: EventType; ids: EventIds }
  mail: Mail
  /** Objects to remove from the upload bucket, and uploads in parts to give up. */
  purge: { paths: string[]; uploads?: { path: string; upload_id: string }[] }
  /** A text file of the bucket client-documents; `text` null removes it. */
  document: { path: string; text: string | null }
  /** A row of webhook_deliveries, which queues it by itself. */
  webhook: { delivery: string }
}
export type OutboxKind = keyof OutboxPayloads

const BELLS: Partial<Record<OutboxKind, Bell>> = { event: 'live', mail: 'mail', webhook: 'webhooks' }
const bellOf = (kind: OutboxKind): Bell => BELLS[kind] ?? 'rest'

const COLUMNS = 'id, recipient, kind, payload, created_at, next_at'
// Live events go straight from the batch to the dispatcher, which need not look for them then.
const TOLD = 'RETURNING seq, id, recipient, kind, payload, tries, created_at, next_at, NULL AS problem'
const told = (kind: OutboxKind) =>
  kind === 'event' ? { returning: TOLD, tells: true } : { returning: '', tells: false }

// A mail that speaks for a firm gets the firm's name and reply-to as they are when it is queued; what the mail itself names stays.
const SIGNED = `coalesce((SELECT json_patch(json_object('fromName', coalesce(f.sender_name, f.name), 'replyTo', f.reply_to), q.payload)
  FROM firms f WHERE f.id = q.payload ->> 'firmId'), q.payload)`
// Until it accepts the invitation, an address gets no other mail from a firm: adding an address must not allow writing to it.
const WELCOME = `(q.payload ->> 'firmId' IS NULL OR q.payload ->> 'invitation' OR EXISTS (SELECT 1 FROM book_clients c
  JOIN book_client_auth a ON a.client_id = c.id AND a.password_set = 1
  WHERE c.email = q.payload ->> 'to' AND c.firm_id = q.payload ->> 'firmId'))`
// In whose list of deliveries it is: the sender's, or that of the bookkeeper to whom the portal writes. That an address was added as a
// client's shows nobody the mails to it.
const OWNER = `coalesce(q.payload ->> 'bookkeeperId', (SELECT u.id FROM auth_users u JOIN profiles p ON p.id = u.id WHERE u.email = q.payload ->> 'to' AND p.role = 'bookkeeper'
  AND q.payload ->> 'firmId' IS NULL))`

function row<K extends OutboxKind>(ctx: Pick<Context, 'now'>, kind: K, payload: OutboxPayloads[K]) {
  const at = ctx.now.toISOString()
  return [uuidv7(), kind, JSON.stringify(payload), at, at] as const
}

/** A step that queues an effect. Rows of one `recipient` are delivered in order. */
export function enqueue<K extends OutboxKind>(
  ctx: Pick<Context, 'now'>,
  recipient: string,
  kind: K,
  payload: OutboxPayloads[K],
): Step {
  if (kind === 'mail')
    return enqueueEach(ctx, kind, {
      sql: 'SELECT ? AS recipient, ? AS payload',
      args: [recipient, JSON.stringify(payload)],
    })
  const [id, ...rest] = row(ctx, kind, payload)
  const { returning, tells } = told(kind)
  return {
    ...step({
      sql: `INSERT INTO outbox (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ${returning}`,
      args: [id, recipient, ...rest],
    }),
    rings: bellOf(kind),
    tells,
  }
}

/** A live event to one user. */
export function tellUser(ctx: Pick<Context, 'now'>, userId: string, type: EventType, ids: EventIds): Step {
  return enqueue(ctx, `user:${userId}`, 'event', { type, ids })
}

/** A live event to whoever signs in as the client; nobody, where the client has not signed up yet. */
export function tellClient(ctx: Pick<Context, 'now'>, clientId: string, type: EventType, ids: EventIds): Step {
  const [id, ...rest] = row(ctx, 'event', { type, ids })
  const statement = {
    sql: `INSERT INTO outbox (${COLUMNS}) SELECT ?, 'user:' || auth_user_id, ?, ?, ?, ? FROM book_client_auth WHERE client_id = ? AND auth_user_id IS NOT NULL ${TOLD}`,
    args: [id, ...rest, clientId],
  }
  return { ...step(statement), rings: 'live', tells: true }
}

/** A mail to an address. */
export function sendMail(ctx: Pick<Context, 'now'>, mail: Mail): Step {
  return enqueue(ctx, `mail:${mail.to}`, 'mail', mail)
}

/** Queues an effect for each row of a query, which gives `recipient` and `payload` (JSON text). */
export function enqueueEach(ctx: Pick<Context, 'now'>, kind: OutboxKind, query: Statement): Step {
  const at = ctx.now.toISOString()
  const mail = kind === 'mail'
  const { returning, tells } = told(kind)
  const statement = {
    sql: `INSERT INTO outbox (${COLUMNS}, bookkeeper_id) SELECT ${uuidSql(ctx.now.getTime())}, q.recipient, ?, ${mail ? SIGNED : 'q.payload'}, ?, ?,
            ${mail ? OWNER : 'NULL'} FROM (${query.sql}) q ${mail ? `WHERE ${WELCOME}` : ''} ${returning}`,
    args: [kind, at, at, ...query.args],
  }
  return { ...step(statement), rings: bellOf(kind), tells }
}

/** Queues several effects of a kind (one at least), each for its recipient, in one statement. */
export function enqueueAll<K extends OutboxKind>(
  ctx: Pick<Context, 'now'>,
  kind: K,
  effects: readonly { recipient: string; payload: OutboxPayloads[K] }[],
): Step {
  return enqueueEach(ctx, kind, {
    sql: `SELECT value ->> 'recipient' AS recipient, value ->> 'payload' AS payload FROM json_each(?)`,
    args: [JSON.stringify(effects.map(({ recipient, payload }) => ({ recipient, payload: JSON.stringify(payload) })))],
  })
}

/** A live event to each user that a query names as `user_id`, with the `ids` (JSON text) beside it. */
export function tellEach(
  ctx: Pick<Context, 'now'>,
  type: EventType,
  query: { sql: string; args: readonly SqlValue[] },
): Step {
  return enqueueEach(ctx, 'event', {
    sql: `SELECT 'user:' || e.user_id AS recipient, json_object('type', ?, 'ids', json(e.ids)) AS payload FROM (${query.sql}) e`,
    args: [type, ...query.args],
  })
}

/** A text file of the bucket client-documents; `text` null removes it. */
export type TextFile = OutboxPayloads['document']

/** Writes or removes text files (one at least); the last one of a path wins. */
export function putDocuments(ctx: Pick<Context, 'now'>, documents: readonly TextFile[]): Step {
  return enqueueAll(
    ctx,
    'document',
    documents.map((payload) => ({ recipient: `document:${payload.path}`, payload })),
  )
}
