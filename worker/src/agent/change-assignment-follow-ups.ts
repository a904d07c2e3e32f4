import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { replan } from './change-follow-up.ts'

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
  await commit(ctx, [
    step(
      {
        sql: `INSERT INTO agent_assignments (submission_id, paused)
              SELECT DISTINCT submission_id, ? FROM book_client_workforms
              WHERE client_id = ? AND workform_id = ? AND assigned_by = ?
              ON CONFLICT (submission_id) DO UPDATE SET paused = excluded.paused`,
        args: [Number(paused), clientId, workformId, ctx.actor.userId],
      },
      'not_found',
    ),
    ...replan(ctx, clientId),
    audit(ctx, {
      action: paused ? 'agent.assignment_paused' : 'agent.assignment_resumed',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { workform_id: workformId },
    }),
  ])
}
