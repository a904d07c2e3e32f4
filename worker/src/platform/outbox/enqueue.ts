import type { EventIds, EventType } from '@portal/contract/events'
import type { PushKind } from '@portal/contract/push-kinds'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import type { Query } from '../db/statement.ts'
import { laneOf } from './lane.ts'

interface MailText {
  to: string
  subject: string
  text: string
  html: string
  /** The sender's display name, in front of the portal's address; the portal's own name if empty. */
  fromName?: string | undefined
  /** The Reply-To address. */
  replyTo?: string | undefined
  /** URL that unsubscribes from mail like this one with one POST. */
  unsubscribe?: string | undefined
}

/** On whose behalf a mail to a client is sent. Both are needed, because such mail has a Reply-To. */
interface FirmSender {
  /**
   * The firm. Its sender name and reply-to are used unless the mail has its own; a firm without a reply-to has that of
   * the bookkeeper. An address that bounces gets no more of the firm's mail.
   */
  firmId: string
  /** The bookkeeper who sends it, in whose list of deliveries it appears. */
  bookkeeperId: string
  /** The client to whom it is sent. If they have an account, the links in the mail get a token at delivery. */
  clientId?: string | undefined
  /** Whether it is an invitation: the only mail of a firm that is sent before the recipient has accepted one. */
  invitation?: boolean | undefined
}

/** The portal itself sends it (codes, passwords, sign-ins, news to bookkeepers). It is always sent. */
type PortalSender = { [K in keyof FirmSender]?: undefined }

/** A mail of the portal itself. */
export type PortalMail = MailText & PortalSender
/** A mail as it is queued. */
export type Mail = PortalMail | (MailText & FirmSender)

/** News for one session, as it is queued for push. Its text is composed when it is sent. */
export interface PushNews {
  kind: PushKind
  /** The client record that it is about, if it is for the client. */
  client_id: string | null
  /** As in a digest: the reader's address, the bookkeeper who sends it ('' for news to a bookkeeper), and the item. */
  address: string
  sender: string
  item: object
}

/** The side effects, by kind. */
export interface OutboxPayloads {
  event: { type: EventType; ids: EventIds }
  mail: Mail
  push: PushNews
  /** Removes objects from the upload bucket and aborts multipart uploads. */
  purge: { paths: string[]; uploads?: { path: string; upload_id: string }[] }
  /** Writes a text file to the bucket client-documents; with `text` null removes it. */
  document: { path: string; text: string | null }
  /** Sends a row of webhook_deliveries. A trigger queues it. */
  webhook: { delivery: string }
  /** Makes the tabs of all connected users read the registry of remotes. */
  registry: Record<string, never>
}
export type OutboxKind = keyof OutboxPayloads

// The Writer hands live events to the dispatcher, which then need not read them.
const RETURN_ROW = sql`RETURNING seq, id, recipient, kind, payload, tries, created_at, next_at, NULL AS problem`

// Adds the firm's current sender name and reply-to to a firm's mail; its own values take precedence. Without a
// reply-to of the firm, answers go to the bookkeeper.
const WITH_SENDER = sql`coalesce((
  SELECT json_patch(
    json_object(
      'fromName', coalesce(f.sender_name, f.name),
      'replyTo', coalesce(f.reply_to, (SELECT u.email FROM auth_users u WHERE u.id = q.payload ->> 'bookkeeperId'))),
    q.payload)
  FROM firms f WHERE f.id = q.payload ->> 'firmId'), q.payload)`
// An address gets no mail from a firm before it has accepted an invitation: adding a client must not allow writing to
// any address.
const IS_ALLOWED = sql`(q.payload ->> 'firmId' IS NULL OR q.payload ->> 'invitation' OR EXISTS (
  SELECT 1 FROM book_clients c JOIN book_client_auth a ON a.client_id = c.id AND a.password_set = 1
  WHERE c.email = q.payload ->> 'to' AND c.firm_id = q.payload ->> 'firmId'))`
// The bookkeeper in whose list of deliveries the mail appears: its sender, or the bookkeeper to whom the portal
// writes. Adding an address as a client does not reveal the portal's mail to it.
const OWNER = sql`coalesce(q.payload ->> 'bookkeeperId', (
  SELECT u.id FROM auth_users u JOIN profiles p ON p.id = u.id
  WHERE u.email = q.payload ->> 'to' AND p.role = 'bookkeeper' AND q.payload ->> 'firmId' IS NULL))`

/**
 * Returns a step that queues a side effect for each row of a query with the columns `recipient` and `payload` (JSON
 * text). Rows of one recipient are delivered in order.
 * @param delayMs how long after the commit the rows are due
 */
export function enqueueEach({ now }: Pick<Context, 'now'>, kind: OutboxKind, query: Query, delayMs = 0): Step {
  const at = now.toISOString()
  const due = new Date(now.getTime() + delayMs).toISOString()
  const rows = sql`SELECT ${uuidSql(now.getTime())}, q.recipient, ${kind}`
  const statement =
    kind === 'mail'
      ? sql`${rows}, ${WITH_SENDER}, ${at}, ${due}, ${OWNER} FROM (${query}) q WHERE ${IS_ALLOWED}`
      : sql`${rows}, q.payload, ${at}, ${due}, NULL FROM (${query}) q`
  const insert = sql`INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, bookkeeper_id) ${statement}`
  // Most people have no subscription, so most news queues nothing.
  if (kind === 'push') return { ...step(sql`${insert} RETURNING 1`), lane: 'push', laneIfRows: true }
  if (kind !== 'event') return { ...step(insert), lane: laneOf(kind) }
  return { ...step(sql`${insert} ${RETURN_ROW}`), lane: 'live', returnsOutboxRows: true }
}

/** Returns a step that queues a side effect. Rows of one `recipient` are delivered in order. */
export const enqueue = <K extends OutboxKind>(
  ctx: Pick<Context, 'now'>,
  recipient: string,
  kind: K,
  payload: OutboxPayloads[K],
): Step => enqueueEach(ctx, kind, sql`SELECT ${recipient} AS recipient, ${JSON.stringify(payload)} AS payload`)

/** Returns a step that queues several side effects of a kind (at least one) in one statement. */
export function enqueueAll<K extends OutboxKind>(
  ctx: Pick<Context, 'now'>,
  kind: K,
  effects: readonly { recipient: string; payload: OutboxPayloads[K] }[],
): Step {
  const rows = effects.map(({ recipient, payload }) => ({ recipient, payload: JSON.stringify(payload) }))
  return enqueueEach(
    ctx,
    kind,
    sql`SELECT value ->> 'recipient' AS recipient, value ->> 'payload' AS payload
        FROM json_each(${JSON.stringify(rows)})`,
  )
}

export const sendMail = (ctx: Pick<Context, 'now'>, mail: Mail): Step => enqueue(ctx, `mail:${mail.to}`, 'mail', mail)

/** Returns a step that publishes a live event to one user. */
export const publishToUser = (ctx: Pick<Context, 'now'>, userId: string, type: EventType, ids: EventIds): Step =>
  enqueue(ctx, `user:${userId}`, 'event', { type, ids })

/**
 * Returns a step that publishes a live event for each row of a query with the columns `user_id` and `ids` (JSON
 * text).
 */
export const publishToEach = (ctx: Pick<Context, 'now'>, type: EventType, query: Query): Step =>
  enqueueEach(
    ctx,
    'event',
    sql`SELECT 'user:' || e.user_id AS recipient, json_object('type', ${type}, 'ids', json(e.ids)) AS payload
        FROM (${query}) e`,
  )

/** Returns a step that publishes a live event to a client's account, if the client has signed up. */
export const publishToClient = (ctx: Pick<Context, 'now'>, clientId: string, type: EventType, ids: EventIds): Step =>
  publishToEach(
    ctx,
    type,
    sql`SELECT auth_user_id AS user_id, ${JSON.stringify(ids)} AS ids FROM book_client_auth
        WHERE client_id = ${clientId} AND auth_user_id IS NOT NULL`,
  )

/** A text file of the bucket client-documents; `text` null removes it. */
export type TextFile = OutboxPayloads['document']

/** Returns a step that writes or removes text files (at least one). For a repeated path, the last one wins. */
export function putDocuments(ctx: Pick<Context, 'now'>, documents: readonly TextFile[]): Step {
  return enqueueAll(
    ctx,
    'document',
    documents.map((payload) => ({ recipient: `document:${payload.path}`, payload })),
  )
}
