import type { EditFollowUp } from '@portal/contract/agent'
import { and, eq, exists, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { agentClients, bookClients } from '../db/schema/index.ts'
import { check, commit, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { planFollowUps, type PlannedFollowUp } from './plan-follow-ups.ts'
import { storePlanned } from './planned-steps.ts'
import { ownState } from './get-client-follow-ups.ts'

/** Returns steps that make the agent replan the follow-ups of a client and update the bookkeeper's other tabs. */
export function replan(ctx: BookkeeperContext, clientId: string): Step[] {
  const { db, actor } = ctx
  const own = db
    .select({ id: bookClients.id })
    .from(bookClients)
    .where(and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, actor.userId)))
  return [
    check('not_found', exists(own)),
    step(
      db
        .insert(agentClients)
        .values({ client_id: clientId })
        .onConflictDoUpdate({
          target: agentClients.client_id,
          set: { revision: sql`${agentClients.revision} + 1`, next_at: '' },
        }),
    ),
    publishToUser(ctx, actor.userId, 'follow_up.changed', { client_id: clientId }),
  ]
}

/** Stores a change to the message planned for a day. Refused after the message was sent. */
async function changePlanned(
  ctx: BookkeeperContext,
  clientId: string,
  day: string,
  change: (p: PlannedFollowUp) => PlannedFollowUp,
  action: string,
): Promise<void> {
  const state = await ownState(ctx, clientId)
  if (state.followUps.some((f) => f.day === day && f.kind === 'message' && f.state === 'sent'))
    throw new AppError('follow_up_sent')
  const planned = planFollowUps(state, ctx.now).find((p) => p.day === day && p.kind === 'message')
  if (!planned) throw new AppError('stale')
  const changed = change(planned)
  await commit(ctx, [
    ...replan(ctx, clientId),
    step(storePlanned(ctx.db, { client_id: clientId, bookkeeper_id: ctx.actor.userId }, [changed]), 'follow_up_sent'),
    audit(ctx, {
      action,
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { day, subject: changed.subject },
    }),
  ])
}

/**
 * Replaces the text of a planned message; null restores the agent's text.
 * @throws AppError `not_found`, `stale` when nothing is planned for the day, `follow_up_sent`
 */
export async function editFollowUp(
  ctx: BookkeeperContext,
  clientId: string,
  day: string,
  own: z.output<typeof EditFollowUp> | null,
): Promise<void> {
  const change = (p: PlannedFollowUp): PlannedFollowUp =>
    own
      ? { ...p, ...own, source: 'bookkeeper', facts_hash: p.hash, ready: true }
      : { ...p, source: 'template', facts_hash: '', ready: false }
  await changePlanned(ctx, clientId, day, change, own ? 'follow_up.edited' : 'follow_up.reset')
}

/**
 * Skips or restores a planned message.
 * @throws AppError `not_found`, `stale` when nothing is planned for the day, `follow_up_sent`
 */
export async function skipFollowUp(
  ctx: BookkeeperContext,
  clientId: string,
  day: string,
  skipped: boolean,
): Promise<void> {
  await changePlanned(
    ctx,
    clientId,
    day,
    (p) => ({ ...p, skip: skipped }),
    skipped ? 'follow_up.skipped' : 'follow_up.restored',
  )
}
