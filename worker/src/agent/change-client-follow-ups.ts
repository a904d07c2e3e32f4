import type { SetAgentMode } from '@portal/contract/agent'
import { todayIn } from '@portal/contract/dates'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { agentClients } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { replan } from './change-follow-up.ts'

/**
 * Turns the agent on or off for a client, or pauses it.
 * @throws AppError `not_found`, `invalid_input` when a pause ends in the past
 */
export async function changeClientFollowUps(
  ctx: BookkeeperContext,
  clientId: string,
  { mode, resumes }: z.output<typeof SetAgentMode>,
): Promise<void> {
  if (resumes !== null && resumes <= todayIn(ctx.actor.timeZone, ctx.now)) {
    const message = 'Please choose a future date.'
    throw new AppError('invalid_input', { detail: message, errors: [{ path: 'resumes', message }] })
  }
  await commit(ctx, [
    ...replan(ctx, clientId),
    step(ctx.db.update(agentClients).set({ mode, resumes }).where(eq(agentClients.client_id, clientId))),
    audit(ctx, {
      action: 'agent.mode_changed',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { mode, resumes },
    }),
  ])
}
