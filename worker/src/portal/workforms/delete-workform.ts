import { and, eq, notExists } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientWorkforms, bookWorkforms } from '../../platform/db/schema/index.ts'
import { isNotDone } from '../../platform/db/section-phase.ts'
import { commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { batchSize, clientsOfSmall } from './client-batches.ts'
import { isOwnWorkform, ownWorkform } from './get-workform.ts'
import { queueChange } from './queue-change.ts'
import { publishWorkform } from './rules.ts'
import { withdrawSteps } from './withdraw-workform.ts'

/** Returns a condition: the workform is as it was created, no template, and nobody has it. */
function isUnused({ db }: BookkeeperContext) {
  const { id, version, is_template } = bookWorkforms
  const assignments = db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .where(eq(bookClientWorkforms.workform_id, id))
  return and(eq(version, 1), eq(is_template, false), notExists(assignments))
}

/**
 * Deletes a workform. Withdraws its unapproved sections and notifies their clients; approved sections stay readable.
 * When more clients have the workform than one batch changes, their sections are withdrawn afterwards.
 * @throws AppError `not_found`, `stale` with `onlyUnused` when it was edited, made a template, or assigned
 */
export async function deleteWorkform(
  ctx: BookkeeperContext,
  id: string,
  { onlyUnused = false }: { onlyUnused?: boolean } = {},
): Promise<void> {
  const [[row], clients] = await ctx.db.batch([
    ownWorkform(ctx, id),
    clientsOfSmall(ctx.db, id, isNotDone(bookClientWorkforms.status)),
  ])
  const { name, is_template } = found(row)
  const isSmall = batchSize(clients, 0) === clients.length
  await commit(ctx, [
    step(
      ctx.db
        .update(bookWorkforms)
        .set({ deleted_at: ctx.now.toISOString() })
        .where(and(isOwnWorkform(ctx, id), onlyUnused ? isUnused(ctx) : undefined)),
      onlyUnused ? 'stale' : 'not_found',
    ),
    ...(isSmall ? withdrawSteps(ctx, id, name) : [queueChange(ctx, id)]),
    publishWorkform(ctx, id, is_template),
    audit(ctx, { action: 'workform.deleted', subjectType: 'workform', subjectId: id, detail: { name } }),
  ])
}
