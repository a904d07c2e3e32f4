import type { EditFollowUp } from '@portal/contract/agent'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { planFollowUps, type PlannedFollowUp } from './plan-follow-ups.ts'
import { rowOf } from './planned-steps.ts'
import { ownState } from './get-client-follow-ups.ts'

/** Returns steps that make the agent replan the follow-ups of a client and update the bookkeeper's other tabs. */
export function replan(ctx: BookkeeperContext, clientId: string): Step[] {
  const statement = {
    sql: `INSERT INTO agent_clients (client_id) SELECT id FROM book_clients WHERE id = ? AND bookkeeper_id = ?
          ON CONFLICT (client_id) DO UPDATE SET revision = revision + 1, next_at = ''`,
    args: [clientId, ctx.actor.userId],
  }
  return [
    step(statement, 'not_found'),
    publishToUser(ctx, ctx.actor.userId, 'follow_up.changed', { client_id: clientId }),
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
  const r = rowOf(change(planned))
  await commit(ctx, [
    ...replan(ctx, clientId),
    step(
      {
        sql: `INSERT INTO follow_ups (id, client_id, bookkeeper_id, day, kind, state, skip, at, about, subject, text,
                source, facts_hash, ready)
              VALUES (?, ?, ?, ?, ?, 'planned', ?, ?, ?, ?, ?, ?, ?, ?)
              ON CONFLICT (client_id, day, kind) DO UPDATE SET state = 'planned', skip = excluded.skip,
                subject = excluded.subject, text = excluded.text, source = excluded.source,
                facts_hash = excluded.facts_hash, ready = excluded.ready
              WHERE follow_ups.state <> 'sent'`,
        args: [
          uuidv7(),
          clientId,
          ctx.actor.userId,
          day,
          r.kind,
          r.skip,
          r.at,
          r.about,
          r.subject,
          r.text,
          r.source,
          r.facts_hash,
          r.ready,
        ],
      },
      'follow_up_sent',
    ),
    audit(ctx, { action, subjectType: 'client', subjectId: clientId, clientId, detail: { day, subject: r.subject } }),
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
