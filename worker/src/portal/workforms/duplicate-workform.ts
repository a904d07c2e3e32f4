import { cutText } from '@portal/contract/text'
import type { Workform } from '@portal/contract/workforms'
import type { BookkeeperContext } from '../../context.ts'
import { storeWorkform } from './create-workform.ts'
import { getWorkform } from './get-workform.ts'

const NAME_MAX = 200
const SUFFIX = ' (copy)'

/**
 * Copies a workform, a template of the firm or a starter into a workform of the bookkeeper.
 * @throws AppError `not_found`
 */
export async function duplicateWorkform(ctx: BookkeeperContext, id: string): Promise<Workform> {
  const { name, description, fields, is_template, due_days } = await getWorkform(ctx, id)
  return storeWorkform(
    ctx,
    { name: cutText(name, NAME_MAX - SUFFIX.length) + SUFFIX, description, fields, is_template, due_days },
    { copy_of: id },
  )
}
