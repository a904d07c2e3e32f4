import { cleanLine, cutCharacters } from '@portal/contract/text'
import type { ChatMessage, SendMessage } from '@portal/contract/chat'
import { PREVIEW_CHARACTERS } from '@portal/contract/limits'
import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { keyedHash } from '../../platform/crypto/secrets.ts'
import type { SignedIn } from '../../context.ts'
import {
  bookClientNotifications,
  bookClients,
  chatMessages,
  chatThreads,
  files,
  profiles,
  type StoredAbout,
  type StoredAttachment,
  type StoredMail,
} from '../../platform/db/schema/index.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, found, invalidInput, isAppError } from '../../errors.ts'
import { uuidOfHash, uuidv7 } from '../../platform/ids.ts'
import { announceEach } from '../notifications/announce.ts'
import type { MessageItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { answerQuestions } from './answer-questions.ts'
import { aboutOf, selectAbout } from './message-about.ts'
import { limitMessageRate } from './message-rate-limit.ts'
import { MESSAGE_COLUMNS } from './own-message.ts'
import { type OwnThread, ownThread, ownThreads, publishToThread } from './own-thread.ts'

/** Returns the beginning of a message on one line. */
const preview = (text: string): string => cutCharacters(cleanLine(text), PREVIEW_CHARACTERS, '…')

/** Returns the text of a client's notification about a message. */
export const notificationText = (thread: OwnThread, text: string): string =>
  `${thread.bookkeeper_name || 'Your bookkeeper'}: ${preview(text)}`

/**
 * Returns steps that notify the other side, also by push and mail if they are away. A client's notification is a row
 * with the id of the message; a bookkeeper's is derived from the message.
 */
function notifySteps(ctx: SignedIn, thread: OwnThread, id: string, text: string): Step[] {
  const ids = { client_id: thread.client_id, thread_id: thread.id }
  const notification_id = ctx.actor.role === 'client' ? `message:${id}` : id
  const item = JSON.stringify({ message_id: id, notification_id } satisfies MessageItem)
  if (ctx.actor.role === 'client') {
    const mail = sql`SELECT ${profiles.email} AS address, '' AS sender, ${item} AS item
      FROM ${profiles} WHERE ${profiles.id} = ${thread.bookkeeper_id}`
    return [
      publishToUser(ctx, thread.bookkeeper_id, 'notification.created', { ...ids, notification_id }),
      ...announceEach(ctx, 'messages', mail),
    ]
  }
  const mail = sql`SELECT ${bookClients.email} AS address, ${bookClients.bookkeeper_id} AS sender, ${item} AS item
    FROM ${bookClients} WHERE ${bookClients.id} = ${thread.client_id}`
  const notification = {
    id,
    client_id: thread.client_id,
    title: 'New message',
    message: notificationText(thread, text),
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
  } as const
  return [
    step(ctx.db.insert(bookClientNotifications).values(notification)),
    publishToClient(ctx, thread.client_id, 'notification.created', { ...ids, notification_id: id }),
    ...announceEach(ctx, 'messages', mail),
  ]
}

/**
 * Returns the id of the message: the sender's, or one derived from the idempotency key, so that a retry has the
 * same.
 */
function idOf(ctx: SignedIn, requested: string | undefined): string {
  if (requested) return requested.toLowerCase()
  if (!ctx.idempotencyKey) return uuidv7()
  const hash = keyedHash(ctx.settings.AUTH_SECRET, 'chat-message', ctx.actor.userId, ctx.idempotencyKey)
  return uuidOfHash(hash)
}

const byId = (ctx: SignedIn, id: string) =>
  ctx.db.select(MESSAGE_COLUMNS).from(chatMessages).where(eq(chatMessages.id, id))

/** Returns a condition for the actor's uploaded files that are not attached to a message yet. */
const isUnsent = ({ actor }: SignedIn, ids: readonly string[]) =>
  and(
    inArray(files.id, ids),
    eq(files.owner_id, actor.userId),
    eq(files.purpose, 'chat'),
    eq(files.state, 'stored'),
    isNull(files.message_id),
  )

/** Selects the files that a message in this thread can have. */
const unsentFiles = (ctx: SignedIn, threadId: string, ids: readonly string[]) =>
  ctx.db
    .select({ id: files.id, name: files.name, size: files.size, type: files.type })
    .from(files)
    .innerJoin(chatThreads, eq(chatThreads.client_id, files.client_id))
    .where(and(eq(chatThreads.id, threadId), ownThreads(ctx.actor), isUnsent(ctx, ids)))

interface MessageContent {
  id: string
  text: string
  attachments: StoredAttachment[]
  about: StoredAbout | null
  mail: StoredMail | null
  awaits_answer: boolean
}

/**
 * Returns steps that store the message. Its time is never before the previous one, even if clocks of isolates
 * differ.
 */
function writeSteps(ctx: SignedIn, thread: OwnThread, { id, text, attachments, ...content }: MessageContent): Step[] {
  const { db } = ctx
  const own = db
    .select({ at: sql`max(${chatThreads.updated_at}, ${ctx.now.toISOString()})` })
    .from(chatThreads)
    .where(and(eq(chatThreads.id, thread.id), ownThreads(ctx.actor)))
  const ids = attachments.map((file) => file.id)
  return [
    check('not_found', exists(own)),
    step(
      db.insert(chatMessages).values({
        id,
        thread_id: thread.id,
        sender: ctx.actor.role,
        message: text,
        attachments,
        ...content,
        created_at: sql`${own}`,
      }),
    ),
    ...answerQuestions(ctx, thread.id, content.about),
    ...(ids.length === 0
      ? []
      : [
          step(db.update(files).set({ message_id: id }).where(isUnsent(ctx, ids))),
          check('stale', sql`${db.$count(files, eq(files.message_id, id))} = ${ids.length}`),
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
  throw invalidInput('id', 'This id is already in use.')
}

/**
 * Sends a message in one of the actor's conversations and updates both sides. A retry sends nothing.
 * @param mail the mail with which the client sent it
 * @throws AppError `not_found`, also when the question is no longer in its section, `too_many_requests`
 */
export async function sendMessage(
  ctx: SignedIn,
  threadId: string,
  input: SendMessage,
  mail: StoredMail | null = null,
): Promise<ChatMessage> {
  const id = idOf(ctx, input.id)
  const [threads, before, unsent, sections] = await ctx.db.batch([
    ownThread(ctx, threadId),
    byId(ctx, id),
    unsentFiles(ctx, threadId, input.attachments),
    selectAbout(ctx, threadId, input),
  ])
  const thread = found(threads[0])
  if (before[0]) return existingMessage(ctx, threadId, before[0], input)
  const attachments = [...new Set(input.attachments)].map((file) => found(unsent.find((f) => f.id === file)))
  const about = aboutOf(sections, input)
  const awaits_answer = ctx.actor.role === 'client' && input.awaits_answer === true
  await limitMessageRate(ctx)
  const { seq, created_at } = chatMessages
  const content = { id, text: input.message, attachments, about, mail, awaits_answer }
  try {
    const results = await commit(
      ctx,
      [
        ...writeSteps(ctx, thread, content),
        ...publishToThread(ctx, thread, 'chat.message', { message_id: id }),
        ...notifySteps(ctx, thread, id, input.message || (attachments[0]?.name ?? '')),
        step(ctx.db.select({ seq, created_at }).from(chatMessages).where(eq(chatMessages.id, id))),
      ],
      ALREADY,
    )
    const [written] = results.at(-1) ?? []
    return {
      id,
      thread_id: thread.id,
      seq: Number(written?.['seq']),
      sender: ctx.actor.role,
      message: input.message,
      attachments,
      about,
      mail,
      awaits_answer,
      created_at: String(written?.['created_at']),
      edited_at: null,
      deleted_at: null,
    }
  } catch (error) {
    // A concurrent request with the same id was faster.
    if (!isAppError(error, 'stale')) throw error
    const [message] = await byId(ctx, id)
    if (!message) throw error
    return existingMessage(ctx, threadId, message, input)
  }
}
