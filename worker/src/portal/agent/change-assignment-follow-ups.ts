import { sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { commit, step } from '../../platform/db/write.ts'
import { ownState } from './get-client-follow-ups.ts'
import { replanNow } from './replan.ts'

/**
 * Pauses or resumes follow-ups about an assignment.
 * @throws AppError `not_found`
 */
export async function changeAssignmentFollowUps(
  ctx: BookkeeperContext,
  clientId: string,
  workformId: string,
  paused: boolean,
): Promise<void> {
  const state = await ownState(ctx, clientId)
  const assignments = state.assignments.map((a) => (a.workform_id === workformId ? { ...a, paused } : a))
  await commit(ctx, [
    step(
      // The builder would insert into all columns.
      sql`INSERT INTO agent_assignments (submission_id, paused)
        SELECT DISTINCT a.submission_id, ${Number(paused)} FROM book_client_workforms a
        WHERE a.client_id = ${clientId} AND a.workform_id = ${workformId} AND a.assigned_by = ${ctx.actor.userId}
        ON CONFLICT (submission_id) DO UPDATE SET paused = excluded.paused`,
      'not_found',
    ),
    ...replanNow(ctx, { ...state, assignments }),
    audit(ctx, {
      action: paused ? 'agent.assignment_paused' : 'agent.assignment_resumed',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { workform_id: workformId },
    }),
  ])
}
