import type { Workform } from '@portal/contract/workforms'
import type { BookkeeperContext } from '../context.ts'
import { makeWorkform } from './create-workform.ts'
import { getWorkform } from './get-workform.ts'

const NAME_MAX = 200
const SUFFIX = ' (copy)'

/**
 * Copies a workform (own, a template of the firm, or a built-in starter) into one of the bookkeeper's own.
 * @throws AppError `not_found`
 */
export async function duplicateWorkform(ctx: BookkeeperContext, id: string): Promise<Workform> {
  const { name, description, fields, is_template } = await getWorkform(ctx, id)
  return makeWorkform(
    ctx,
    { name: `${name.slice(0, NAME_MAX - SUFFIX.length)}${SUFFIX}`, description, fields, is_template },
    { copy_of: id },
  )
}
