import type { EditFollowUp } from '@portal/contract/agent'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { planFollowUps, type PlannedFollowUp } from './plan-follow-ups.ts'
import { storePlanned } from './planned-steps.ts'
import { ownState } from './get-client-follow-ups.ts'
import { replan } from './replan.ts'

/** Stores a change to the follow-up of one of the kinds planned for a day. Refused after it was sent. */
async function changePlanned(
  ctx: BookkeeperContext,
  clientId: string,
  day: string,
  kinds: readonly PlannedFollowUp['kind'][],
  change: (p: PlannedFollowUp) => PlannedFollowUp,
  action: string,
): Promise<void> {
  const state = await ownState(ctx, clientId)
  if (state.followUps.some((f) => f.day === day && kinds.includes(f.kind) && f.state === 'sent'))
    throw new AppError('follow_up_sent')
  const planned = planFollowUps(state, ctx.now).find((p) => p.day === day && kinds.includes(p.kind))
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
  await changePlanned(ctx, clientId, day, ['message'], change, own ? 'follow_up.edited' : 'follow_up.reset')
}

/**
 * Skips or restores a planned message or invitation.
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
    ['message', 'invitation'],
    (p) => ({ ...p, skip: skipped }),
    skipped ? 'follow_up.skipped' : 'follow_up.restored',
  )
}
