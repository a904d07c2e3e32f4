import type { SetAgentMode } from '@portal/contract/agent'
import { todayIn } from '@portal/contract/dates'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { agentClients } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { invalidInput } from '../../errors.ts'
import { ownState } from './get-client-follow-ups.ts'
import { replanNow } from './replan.ts'

/**
 * Turns the agent on or off for a client, or pauses it.
 * @throws AppError `not_found`, `invalid_input` when a pause ends in the past
 */
export async function changeClientFollowUps(
  ctx: BookkeeperContext,
  clientId: string,
  { mode, resumes }: z.output<typeof SetAgentMode>,
): Promise<void> {
  if (resumes !== null && resumes <= todayIn(ctx.actor.timeZone, ctx.now))
    throw invalidInput('resumes', 'Please choose a future date.')
  const state = await ownState(ctx, clientId)
  await commit(ctx, [
    ...replanNow(ctx, { ...state, client: { ...state.client, mode, resumes } }),
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
