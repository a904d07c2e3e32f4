import type { BookkeeperContext } from '../../context.ts'
import { workformChanges } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** Returns a step that queues an edit or a deletion for the sections of all clients (see `workformChangesDue`). */
export function queueChange({ db, actor, now }: BookkeeperContext, workformId: string): Step {
  const change = { firm_id: actor.firmId, changed_by: actor.userId, after_client: '', due_at: now.toISOString() }
  const insert = db
    .insert(workformChanges)
    .values({ workform_id: workformId, ...change })
    .onConflictDoUpdate({ target: workformChanges.workform_id, set: change })
  return { ...step(insert), lane: 'due' }
}
