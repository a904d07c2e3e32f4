import type { AssignableWorkform } from '../../assignments/assignable.ts'
import type { BookkeeperContext } from '../../context.ts'
import type { Step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { makingOf } from '../create-workform.ts'
import { starterOf, starterWorkform } from './starters.ts'

/** A workform to assign, and what has to happen first, in the same batch. */
export interface Taken {
  workform: AssignableWorkform
  steps: Step[]
}

/**
 * Makes a built-in starter assignable: as a client form of the bookkeeper's own, copied in the batch that assigns it first. It is a form
 * and no template, or the firm's list of templates would hold it beside the starter. As long as nobody edits the copy, it serves again.
 * @param row what `assignableWorkform` found under this id
 * @throws AppError `not_found` where there is neither a row nor a starter
 */
export function takeStarter(ctx: BookkeeperContext, id: string, row: AssignableWorkform | undefined): Taken {
  const starter = starterOf(id)
  if (row || !starter) return { workform: found(row), steps: [] }
  const { name, description, fields } = starterWorkform(starter)
  const { workform, versionId, steps } = makingOf(
    ctx,
    { name, description, fields, is_template: false },
    { starter: starter.key },
    starter.key,
  )
  return { workform: { id: workform.id, name, version: workform.version, version_id: versionId, fields }, steps }
}

/** Returns the name of a workform that can be assigned: a stored one, or a built-in starter. */
export const workformName = (id: string, row: Pick<AssignableWorkform, 'name'> | undefined): string =>
  row?.name ?? starterOf(id)?.name ?? ''
