import type { AcceptedPromise, AcceptPromise, UndoPromise } from '@portal/contract/promises'
import { addDays, todayIn } from '@portal/contract/dates'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../../context.ts'
import { agentClients, chatMessages, chatThreads } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { found, invalidInput } from '../../../errors.ts'
import { publishToClient, publishToUser } from '../../../platform/outbox/enqueue.ts'
import { type ClientState, stateQueries, statesOf } from '../client-state.ts'
import { isOwnClient } from '../get-client-follow-ups.ts'
import { replanNow } from '../replan.ts'

const DAYS_AHEAD_MAX = 366

const notBefore = sql<string | null>`${agentClients.preferences} ->> 'not_before'`

/**
 * Returns a step that changes only `not_before` in the client's preferences. With a condition, it fails with `stale`
 * when the client does not meet it.
 */
const notBeforeStep = ({ db }: BookkeeperContext, clientId: string, day: SQL | string | null, condition?: SQL): Step =>
  step(
    db
      .update(agentClients)
      .set({
        preferences: sql`json_set(coalesce(${agentClients.preferences}, ${JSON.stringify(NO_PREFERENCES)}),
          '$.not_before', ${day})`,
      })
      .where(and(eq(agentClients.client_id, clientId), condition)),
    ...(condition ? (['stale'] as const) : []),
  )

/** Returns steps that move the bookkeeper's read mark from one message to another, unless it has moved since. */
function readMarkSteps(
  ctx: BookkeeperContext,
  ids: { client_id: string; thread_id: string },
  from: number,
  to: number,
): Step[] {
  const { id, thread_id, seq, sender, deleted_at } = chatMessages
  const left = ctx.db
    .select({ n: sql<number>`count(${id})` })
    .from(chatMessages)
    .where(and(eq(thread_id, chatThreads.id), sql`${seq} > ${to}`, eq(sender, 'client'), isNull(deleted_at)))
  return [
    step(
      ctx.db
        .update(chatThreads)
        .set({ bookkeeper_read: to, bookkeeper_unread: sql`${left}` })
        .where(and(eq(chatThreads.id, ids.thread_id), eq(chatThreads.bookkeeper_read, from))),
    ),
    publishToUser(ctx, ctx.actor.userId, 'notification.read', {}),
    publishToUser(ctx, ctx.actor.userId, 'chat.marks', ids),
    publishToClient(ctx, ids.client_id, 'chat.marks', ids),
  ]
}

/** Returns a message of the client with the bookkeeper's read mark, and the state of the client. */
async function findMessage(ctx: BookkeeperContext, clientId: string, messageId: string) {
  const message = ctx.db
    .select({
      ids: { client_id: chatThreads.client_id, thread_id: chatThreads.id },
      seq: chatMessages.seq,
      read: chatThreads.bookkeeper_read,
      unread: chatThreads.bookkeeper_unread,
    })
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.thread_id))
    .where(
      and(
        eq(chatMessages.id, messageId),
        eq(chatMessages.sender, 'client'),
        eq(chatThreads.client_id, clientId),
        eq(chatThreads.bookkeeper_id, ctx.actor.userId),
      ),
    )
  const [messages, ...rows] = await ctx.db.batch([message, ...stateQueries(ctx.db, isOwnClient(ctx, clientId))])
  return { ...found(messages[0]), state: found(statesOf(...rows)[0]) }
}

/** Returns the state of a client after a change of `not_before`. */
function withNotBefore(state: ClientState, day: string | null): ClientState {
  const preferences = { ...(state.client.preferences ?? NO_PREFERENCES), not_before: day }
  return { ...state, client: { ...state.client, preferences } }
}

const auditEntry = (clientId: string, detail: object) => ({
  action: 'agent.preferences_changed',
  subjectType: 'client' as const,
  subjectId: clientId,
  clientId,
  detail: { ...detail },
})

/**
 * Accepts what a client has promised in a message: no reminders before a day. If it is the only unread message, it
 * counts as read, so that reminders are not held any longer. An earlier day than the current one changes nothing.
 * @throws AppError `not_found`, `invalid_input` for a day that has passed, or is more than a year ahead
 */
export async function acceptPromise(
  ctx: BookkeeperContext,
  clientId: string,
  { message_id, not_before }: z.output<typeof AcceptPromise>,
): Promise<z.infer<typeof AcceptedPromise>> {
  const today = todayIn(ctx.actor.timeZone, ctx.now)
  if (not_before < today || not_before > addDays(today, DAYS_AHEAD_MAX))
    throw invalidInput('not_before', 'Please choose today or a later date, at most a year ahead.')
  const { ids, seq, read, unread, state } = await findMessage(ctx, clientId, message_id)
  const { preferences, messages_read_at } = state.client
  const previous = preferences?.not_before ?? null
  const isOnlyUnread = unread === 1 && seq > read
  const after = withNotBefore(state, previous !== null && previous > not_before ? previous : not_before)
  const readAt = isOnlyUnread ? ctx.now.toISOString() : messages_read_at
  await commit(ctx, [
    ...replanNow(ctx, { ...after, client: { ...after.client, messages_read_at: readAt } }),
    notBeforeStep(ctx, clientId, sql`max(coalesce(${notBefore}, ''), ${not_before})`),
    ...(isOnlyUnread ? readMarkSteps(ctx, ids, read, seq) : []),
    audit(ctx, auditEntry(clientId, { not_before, message_id })),
  ])
  return { previous, read_seq: isOnlyUnread ? read : null }
}

/**
 * Undoes an accepted promise: restores the preference, and holds reminders again until the message is read.
 * @throws AppError `not_found`, `stale` when the preference has changed since
 */
export async function undoPromise(
  ctx: BookkeeperContext,
  clientId: string,
  { message_id, not_before, previous, read_seq }: z.output<typeof UndoPromise>,
): Promise<void> {
  const { ids, seq, read, state } = await findMessage(ctx, clientId, message_id)
  const isRead = read_seq !== null && read_seq < seq && read === seq
  await commit(ctx, [
    ...replanNow(ctx, withNotBefore(state, previous)),
    notBeforeStep(ctx, clientId, previous, sql`${notBefore} = ${not_before}`),
    ...(isRead ? readMarkSteps(ctx, ids, seq, read_seq) : []),
    audit(ctx, auditEntry(clientId, { not_before: previous, message_id })),
  ])
}
