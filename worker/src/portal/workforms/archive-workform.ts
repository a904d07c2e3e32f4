import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { isOwnWorkform } from './get-workform.ts'
import { publishWorkform } from './rules.ts'

/**
 * Archives or restores a workform of the bookkeeper. Does nothing when it is already archived or restored. Its
 * assignments go on. An archived copy of a starter is not reused when the starter is assigned again.
 * @throws AppError `not_found`
 */
export async function archiveWorkform(ctx: BookkeeperContext, id: string, archived: boolean): Promise<void> {
  const [row] = await ctx.db
    .select({
      name: bookWorkforms.name,
      is_template: bookWorkforms.is_template,
      archived_at: bookWorkforms.archived_at,
    })
    .from(bookWorkforms)
    .where(isOwnWorkform(ctx, id))
  const { name, is_template, archived_at } = found(row)
  if ((archived_at !== null) === archived) return
  const change = archived ? { archived_at: ctx.now.toISOString(), starter: null } : { archived_at: null }
  await commit(ctx, [
    step(ctx.db.update(bookWorkforms).set(change).where(isOwnWorkform(ctx, id)), 'not_found'),
    publishWorkform(ctx, id, is_template),
    audit(ctx, {
      action: archived ? 'workform.archived' : 'workform.restored',
      subjectType: 'workform',
      subjectId: id,
      detail: { name },
    }),
  ])
}
