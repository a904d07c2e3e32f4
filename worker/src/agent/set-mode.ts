import type { SetAgentMode } from '@portal/contract/agent'
import { todayIn } from '@portal/contract/dates'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { lookAgain } from './change-follow-up.ts'

/**
 * Pauses following up on a client, switches it off, or on again.
 * @throws AppError `not_found`, `invalid_input` for a pause that ends in the past
 */
export async function setMode(
  ctx: BookkeeperContext,
  clientId: string,
  { mode, resumes }: z.output<typeof SetAgentMode>,
): Promise<void> {
  if (resumes !== null && resumes <= todayIn(ctx.actor.timeZone, ctx.now)) {
    const message = 'Please choose a day to come.'
    throw new AppError('invalid_input', { detail: message, errors: [{ path: 'resumes', message }] })
  }
  await commit(ctx, [
    ...lookAgain(ctx, clientId),
    step({
      sql: 'UPDATE agent_clients SET mode = ?, resumes = ? WHERE client_id = ?',
      args: [mode, resumes, clientId],
    }),
    audit(ctx, {
      action: 'agent.mode_changed',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { mode, resumes },
    }),
  ])
}

/**
 * Pauses following up on one assignment of a client, or goes on with it.
 * @throws AppError `not_found`
 */
export async function pauseAssignment(
  ctx: BookkeeperContext,
  clientId: string,
  workformId: string,
  paused: boolean,
): Promise<void> {
  await commit(ctx, [
    step(
      {
        sql: `INSERT INTO agent_assignments (submission_id, paused)
              SELECT DISTINCT submission_id, ? FROM book_client_workforms WHERE client_id = ? AND workform_id = ? AND assigned_by = ?
              ON CONFLICT (submission_id) DO UPDATE SET paused = excluded.paused`,
        args: [Number(paused), clientId, workformId, ctx.actor.userId],
      },
      'not_found',
    ),
    ...lookAgain(ctx, clientId),
    audit(ctx, {
      action: paused ? 'agent.assignment_paused' : 'agent.assignment_resumed',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { workform_id: workformId },
    }),
  ])
}
