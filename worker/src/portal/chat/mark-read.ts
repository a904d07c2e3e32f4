import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { bookClientNotifications, chatMessages, chatThreads } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { isFromPeer, ownThread, ownThreads, publishToThread, SIDES } from './own-thread.ts'

/** Marks the thread as read up to a position, and counts the messages after it. */
function threadStep({ db, actor }: SignedIn, threadId: string, upTo: number): Step {
  const { read, delivered, unread } = SIDES[actor.role]
  const readTo = sql`max(${read}, ${upTo})`
  const left = and(
    eq(chatMessages.thread_id, threadId),
    gt(chatMessages.seq, readTo),
    isNull(chatMessages.deleted_at),
    isFromPeer(actor),
  )
  const marks = {
    [read.name]: readTo,
    [delivered.name]: sql`max(${delivered}, ${upTo})`,
    [unread.name]: db.$count(chatMessages, left),
  }
  const own = and(eq(chatThreads.id, threadId), ownThreads(actor))
  return step(db.update(chatThreads).set(marks).where(own), 'not_found')
}

/** Marks the notifications of a client's messages as read. A bookkeeper's are derived from the conversation. */
function notificationSteps({ db, actor }: SignedIn, threadId: string, upTo: number): Step[] {
  if (actor.role !== 'client') return []
  const seen = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.thread_id, threadId), lte(chatMessages.seq, upTo)))
  const unread = and(
    eq(bookClientNotifications.client_id, actor.clientId ?? ''),
    eq(bookClientNotifications.recipient_type, 'client'),
    eq(bookClientNotifications.is_read, false),
    inArray(bookClientNotifications.id, seen),
  )
  return [step(db.update(bookClientNotifications).set({ is_read: true }).where(unread))]
}

/**
 * Marks a conversation and its notifications as read up to a position. An earlier position changes nothing.
 * @throws AppError `not_found`
 */
export async function markRead(ctx: SignedIn, threadId: string, seq: number): Promise<void> {
  const thread = found((await ownThread(ctx, threadId))[0])
  const { role, userId } = ctx.actor
  const upTo = Math.min(seq, thread.last_seq)
  if (upTo <= thread.read[role] && thread.unread[role] === 0) return
  await commit(ctx, [
    threadStep(ctx, threadId, upTo),
    ...notificationSteps(ctx, threadId, upTo),
    publishToUser(ctx, userId, 'notification.read', {}),
    ...publishToThread(ctx, thread, 'chat.marks', {}),
  ])
}
