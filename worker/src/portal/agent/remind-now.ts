import { REMINDER_CAUTIONS, REMINDER_REFUSALS } from '@portal/contract/reminder-texts'
import type { Reminder, SendReminder } from '@portal/contract/reminders'
import { and, count, eq, exists, max, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { agentClients, bookClients, followUps } from '../../platform/db/schema/index.ts'
import { readStoredResponse, storedResponse } from '../../platform/db/stored-response.ts'
import { check, commitOnce, type Step, step } from '../../platform/db/write.ts'
import { AppError, isAppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import type { ClientState } from './client-state.ts'
import { ownState } from './get-client-follow-ups.ts'
import { type PreparedReminder, prepareReminder } from './reminder.ts'
import { deliverSteps } from './send-steps.ts'

/** Attempts when the client keeps being reminded or changed. */
export const MAX_ATTEMPTS = 3

/**
 * Returns the reminder that a client would get now, and what speaks against it.
 * @throws AppError `not_found`
 */
export async function getReminder(ctx: BookkeeperContext, clientId: string): Promise<Reminder> {
  const { hash, ...reminder } = prepareReminder(await ownState(ctx, clientId), ctx.now)
  const { subject, text, refusal, caution, promised, last_at } = reminder
  return { subject, text, version: hash, refusal, caution, promised, last_at }
}

/**
 * Returns a condition: the client is still the bookkeeper's, active and not archived, and neither reminded nor changed
 * since the state was read. Preferences and messages of the client change the revision.
 */
function isUnchanged({ db, actor }: BookkeeperContext, { client, followUps: read }: ClientState, day: string): SQL {
  const { id, bookkeeper_id, status, is_archived } = bookClients
  const isOwn = and(
    eq(id, client.client_id),
    eq(bookkeeper_id, actor.userId),
    ne(status, 'inactive'),
    eq(is_archived, false),
  )
  const isSent = and(
    eq(followUps.client_id, client.client_id),
    eq(followUps.day, day),
    eq(followUps.kind, 'message'),
    eq(followUps.state, 'sent'),
  )
  const seen = read.filter((f) => f.day === day && f.kind === 'message' && f.state === 'sent').length
  const sent = db.select({ n: count() }).from(followUps).where(isSent)
  const isRevised = and(eq(agentClients.client_id, client.client_id), ne(agentClients.revision, client.revision))
  const revised = db.select({ id: agentClients.client_id }).from(agentClients).where(isRevised)
  return sql`${exists(db.select({ id }).from(bookClients).where(isOwn))} AND (${sent}) = ${seen}
    AND NOT ${exists(revised)}`
}

/**
 * Returns the steps that send a reminder as a follow-up of today, after which the agent plans again. They fail with
 * `stale` if the client has been reminded, changed or deleted since the state was read.
 */
export function reminderSteps(ctx: BookkeeperContext, state: ClientState, reminder: PreparedReminder): Step[] {
  const { db, now, origin, settings, actor } = ctx
  const { client_id, bookkeeper_id } = state.client
  const { day, kind, subject, text, source, about, hash } = reminder
  const isOfDay = and(eq(followUps.client_id, client_id), eq(followUps.day, day), eq(followUps.kind, kind))
  const highest = db
    .select({ number: max(followUps.number) })
    .from(followUps)
    .where(isOfDay)
  return [
    check('stale', isUnchanged(ctx, state, day)),
    // A run of the agent that has read the earlier state fails and starts again.
    step(
      db
        .update(agentClients)
        .set({ revision: sql`${agentClients.revision} + 1`, next_at: '' })
        .where(eq(agentClients.client_id, client_id)),
    ),
    step(
      db.insert(followUps).values({
        id: uuidv7(),
        client_id,
        bookkeeper_id,
        day,
        kind,
        number: sql`coalesce((${highest}), 0) + 1`,
        state: 'sent',
        at: now.toISOString(),
        about,
        subject,
        text,
        source,
        facts_hash: hash,
        ready: true,
      }),
    ),
    ...deliverSteps({ db, now, queuedAt: now, origin, settings }, state, reminder, actor),
    publishToUser(ctx, actor.userId, 'follow_up.changed', { client_id }),
  ]
}

/** Returns why a reminder is not sent, if it is not. */
function problemOf({ refusal, caution, hash }: PreparedReminder, version: string, anyway: boolean) {
  if (refusal) return new AppError('reminder_refused', { detail: REMINDER_REFUSALS[refusal] })
  if (hash !== version) return new AppError('stale')
  return caution && !anyway ? new AppError('reminder_held', { detail: REMINDER_CAUTIONS[caution] }) : undefined
}

/**
 * Sends a reminder to a client by chat and mail. It counts as a follow-up.
 * @throws AppError `not_found`, `reminder_refused`, `reminder_held` (unless sent `anyway`), `stale` when the client's
 *   progress has changed since the text was written
 */
export async function remindNow(
  ctx: BookkeeperContext,
  clientId: string,
  { subject, text, version, anyway }: z.output<typeof SendReminder>,
): Promise<{ ok: true }> {
  for (let attempt = 1; ; attempt++) {
    const state = await ownState(ctx, clientId)
    const reminder = prepareReminder(state, ctx.now)
    const problem = problemOf(reminder, version, anyway)
    if (problem) {
      // A repeat of the request that sent today's reminder succeeds.
      if (readStoredResponse(ctx, await storedResponse(ctx))) return { ok: true }
      throw problem
    }
    const isOwnText = subject !== reminder.subject || text !== reminder.text
    const sent = isOwnText ? { ...reminder, subject, text, source: 'bookkeeper' as const } : reminder
    try {
      return await commitOnce(ctx, reminderSteps(ctx, state, sent), { ok: true as const })
    } catch (error) {
      // The agent has planned again in the meantime, for example.
      if (!isAppError(error, 'stale') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
