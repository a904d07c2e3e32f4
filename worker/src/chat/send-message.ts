import type { ChatMessage, SendMessage } from '@portal/contract/chat'
import { PREVIEW_CHARACTERS } from '@portal/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { keyedHash } from '../crypto/secrets.ts'
import type { SignedIn } from '../context.ts'
import { bookClientNotifications, chatMessages, type StoredAbout, type StoredAttachment } from '../db/schema/index.ts'
import { commit, require, type Step, step } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { collectEach, type MessageItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../outbox/enqueue.ts'
import { limitMessageRate } from './message-rate-limit.ts'
import { MESSAGE_COLUMNS } from './message-columns.ts'
import { type OwnThread, ownThread, ownThreadsText, publishToThread } from './own-thread.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the beginning of a message on one line, cut between graphemes. */
export function preview(text: string): string {
  const characters = Array.from(graphemes.segment(text.replace(/\s+/g, ' ')), (s) => s.segment)
  return characters.length > PREVIEW_CHARACTERS
    ? `${characters.slice(0, PREVIEW_CHARACTERS).join('')}…`
    : characters.join('')
}

/**
 * Returns steps that notify the other side, and mail them if they are away. A client's notification is a row
 * with the id of the message; a bookkeeper's is derived from the message.
 */
function notifySteps(ctx: SignedIn, thread: OwnThread, id: string, text: string): Step[] {
  const ids = { client_id: thread.client_id, thread_id: thread.id }
  const item = JSON.stringify({ message_id: id, origin: ctx.origin } satisfies MessageItem)
  if (ctx.actor.role === 'client') {
    const mail = {
      sql: `SELECT email AS address, '' AS sender, ? AS item FROM profiles WHERE id = ?`,
      args: [item, thread.bookkeeper_id],
    }
    return [
      publishToUser(ctx, thread.bookkeeper_id, 'notification.created', { ...ids, notification_id: `message:${id}` }),
      collectEach(ctx, 'messages', mail),
    ]
  }
  const mail = {
    sql: 'SELECT email AS address, bookkeeper_id AS sender, ? AS item FROM book_clients WHERE id = ?',
    args: [item, thread.client_id],
  }
  const row = ctx.db.insert(bookClientNotifications).values({
    id,
    client_id: thread.client_id,
    title: 'New message',
    message: `${thread.bookkeeper_name || 'Your bookkeeper'}: ${preview(text)}`,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
  })
  return [
    step(row),
    publishToClient(ctx, thread.client_id, 'notification.created', { ...ids, notification_id: id }),
    collectEach(ctx, 'messages', mail),
  ]
}

/**
 * Returns the id of the message: the sender's, or one derived from the idempotency key, so that a retry has the
 * same.
 */
function idOf(ctx: SignedIn, requested: string | undefined): string {
  if (requested) return requested.toLowerCase()
  if (!ctx.idempotencyKey) return uuidv7(ctx.now.getTime())
  const hash = keyedHash(ctx.settings.AUTH_SECRET, 'chat-message', ctx.actor.userId, ctx.idempotencyKey)
  // A custom UUID (version 8, RFC 9562).
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const byId = (ctx: SignedIn, id: string) =>
  ctx.db.select(MESSAGE_COLUMNS).from(chatMessages).where(eq(chatMessages.id, id))

/** Selects the actor's uploaded files for this thread that are not attached to a message yet. */
const waitingFiles = (ctx: SignedIn, threadId: string, ids: readonly string[]) =>
  ctx.db.all<StoredAttachment>(sql`SELECT f.id, f.name, f.size, f.type FROM json_each(${JSON.stringify(ids)}) j
    JOIN files f ON f.id = j.value
    WHERE f.owner_id = ${ctx.actor.userId} AND f.purpose = 'chat' AND f.state = 'stored' AND f.message_id IS NULL
      AND f.client_id = (SELECT t.client_id FROM chat_threads t WHERE t.id = ${threadId}) ORDER BY j.key`)

/** Selects a section of the thread's client. */
const sectionOf = (ctx: SignedIn, threadId: string, assignmentId: string | undefined) =>
  ctx.db.all<StoredAbout>(sql`SELECT a.id AS assignment_id, a.workform_id, w.name AS workform_name, a.section_name
    FROM book_client_workforms a JOIN book_workforms w ON w.id = a.workform_id
    WHERE a.id = ${assignmentId ?? ''}
      AND a.client_id = (SELECT t.client_id FROM chat_threads t WHERE t.id = ${threadId})`)

interface MessageContent {
  id: string
  text: string
  attachments: readonly StoredAttachment[]
  about: StoredAbout | null
}

/**
 * Returns steps that store the message. Its time is never before the previous one, even if clocks of isolates
 * differ.
 */
function writeSteps(ctx: SignedIn, thread: OwnThread, { id, text, attachments, about }: MessageContent): Step[] {
  const own = ownThreadsText(ctx.actor)
  const files = JSON.stringify(attachments)
  const ids = JSON.stringify(attachments.map((a) => a.id))
  const insert = {
    sql: `INSERT INTO chat_messages (id, thread_id, sender, message, attachments, about, created_at)
          SELECT ?, id, ?, ?, ?, ?, max(updated_at, ?) FROM chat_threads WHERE id = ? AND ${own.where}`,
    args: [
      id,
      ctx.actor.role,
      text,
      files,
      about ? JSON.stringify(about) : null,
      ctx.now.toISOString(),
      thread.id,
      ...own.args,
    ],
  }
  const attach = {
    sql: `UPDATE files SET message_id = ? WHERE id IN (SELECT value FROM json_each(?)) AND owner_id = ?
          AND message_id IS NULL AND state = 'stored'`,
    args: [id, ids, ctx.actor.userId],
  }
  return [
    step(insert, 'not_found'),
    ...(attachments.length === 0
      ? []
      : [
          step(attach),
          require('stale', '(SELECT count(*) FROM files WHERE message_id = ?) = ?', [id, attachments.length]),
        ]),
  ]
}

const ALREADY = { 'chat_messages.id': 'stale' } as const

/** Returns the stored message for a retry. Throws when the id belongs to a different message. */
function existingMessage(ctx: SignedIn, threadId: string, message: ChatMessage, sent: SendMessage): ChatMessage {
  if (message.thread_id === threadId && message.sender === ctx.actor.role) {
    const isChanged = message.edited_at !== null || message.deleted_at !== null
    if (ctx.idempotencyKey && !isChanged && message.message !== sent.message) throw new AppError('idempotency_mismatch')
    return message
  }
  throw new AppError('invalid_input', {
    detail: 'This id is already in use.',
    errors: [{ path: 'id', message: 'This id is already in use.' }],
  })
}

/**
 * Sends a message in one of the actor's conversations and updates both sides. A retry sends nothing.
 * @throws AppError `not_found`, `too_many_requests`
 */
export async function sendMessage(ctx: SignedIn, threadId: string, input: SendMessage): Promise<ChatMessage> {
  const id = idOf(ctx, input.id)
  const [threads, before, attachments, sections] = await ctx.db.batch([
    ownThread(ctx, threadId),
    byId(ctx, id),
    waitingFiles(ctx, threadId, input.attachments),
    sectionOf(ctx, threadId, input.about),
  ])
  const thread = found(threads[0])
  if (before[0]) return existingMessage(ctx, threadId, before[0], input)
  if (attachments.length !== new Set(input.attachments).size) throw new AppError('not_found')
  const about = input.about === undefined ? null : found(sections[0])
  await limitMessageRate(ctx)
  const content = { id, text: input.message, attachments, about }
  try {
    const results = await commit(
      ctx,
      [
        ...writeSteps(ctx, thread, content),
        step({ sql: 'SELECT seq, created_at FROM chat_messages WHERE id = ?', args: [id] }),
        ...publishToThread(ctx, thread, 'chat.message', { message_id: id }),
        ...notifySteps(ctx, thread, id, input.message || (attachments[0]?.name ?? '')),
      ],
      ALREADY,
    )
    const written = results.flat().find((row) => 'seq' in row)
    return {
      id,
      thread_id: thread.id,
      seq: Number(written?.['seq']),
      sender: ctx.actor.role,
      message: input.message,
      attachments: [...attachments],
      about,
      created_at: String(written?.['created_at']),
      edited_at: null,
      deleted_at: null,
    }
  } catch (error) {
    // A concurrent request with the same id was faster.
    if (!(error instanceof AppError) || error.code !== 'stale') throw error
    const [message] = await byId(ctx, id)
    if (!message) throw error
    return existingMessage(ctx, threadId, message, input)
  }
}
