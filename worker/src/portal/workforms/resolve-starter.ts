import type { AssignableWorkform } from '../sections/assignable.ts'
import type { BookkeeperContext } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { newWorkform } from './create-workform.ts'
import { starterOf, starterWorkform } from '../starters/starters.ts'

/** A workform to assign, and steps to run before in the same batch. */
export interface Resolved {
  workform: AssignableWorkform
  steps: Step[]
}

/**
 * Returns the workform to assign. A starter is copied into a client form of the bookkeeper when it is first assigned;
 * an unedited copy is reused. The copy is not a template, because templates would list it next to the starter.
 * @param row the result of `assignableWorkform` for this id
 * @throws AppError `not_found` when there is neither a row nor a starter
 */
export function resolveStarter(ctx: BookkeeperContext, id: string, row: AssignableWorkform | undefined): Resolved {
  const starter = starterOf(id)
  if (row || !starter) return { workform: found(row), steps: [] }
  const { name, description, fields } = starterWorkform(starter)
  const { workform, versionId, steps } = newWorkform(
    ctx,
    { name, description, fields, is_template: false, due_days: null },
    { starter: starter.key },
    starter.key,
  )
  return { workform: { id: workform.id, name, version: workform.version, version_id: versionId, fields }, steps }
}
