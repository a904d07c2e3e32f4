import { exists, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { agentClients, bookClients } from '../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../platform/db/write.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import type { ClientState } from './client-state.ts'
import { isOwnClient } from './get-client-follow-ups.ts'
import { planFollowUps } from './plan-follow-ups.ts'
import { plannedSteps } from './planned-steps.ts'

/** Returns steps that make the agent replan the follow-ups of a client and update the bookkeeper's other tabs. */
export function replan(ctx: BookkeeperContext, clientId: string): Step[] {
  const { db, actor } = ctx
  const own = db.select({ id: bookClients.id }).from(bookClients).where(isOwnClient(ctx, clientId))
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

/**
 * Returns steps that replace the stored plan of a client, so that lists show the effect of a change at once. The agent
 * replans afterwards, in case something else has changed at the same time.
 * @param after the state of the client after the change
 */
export const replanNow = (ctx: BookkeeperContext, after: ClientState): Step[] => [
  ...replan(ctx, after.client.client_id),
  ...plannedSteps(ctx.db, after.client, planFollowUps(after, ctx.now), ctx.now),
]
