import { SECTIONS_PER_BATCH } from '@portal/contract/limits'
import type { UpdateWorkform, Workform } from '@portal/contract/workforms'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { foldedWorkform } from '../../platform/search/fold-text.ts'
import { sectionsOf } from '../sections/assignable.ts'
import { batchSize, clientsOfSmall } from './client-batches.ts'
import { versionStep } from './create-workform.ts'
import { isOwnWorkform, ownWorkform } from './get-workform.ts'
import { queueChange } from './queue-change.ts'
import { reconcileSteps } from './reconcile.ts'
import { checkTemplateFiles, publishWorkform, templateFilesOf } from './rules.ts'
import { usedVersions } from './used-versions.ts'

/** Returns a step that stores the new state, and fails with `stale` when the workform has changed. */
function updateStep(ctx: BookkeeperContext, version: number, after: Workform): Step {
  const { id, name, description, fields, is_template, due_days, updated_at } = after
  const changed = { name, description, fields, is_template, due_days, version: after.version, updated_at }
  return step(
    ctx.db
      .update(bookWorkforms)
      .set({ ...changed, ...foldedWorkform(after), starter: null })
      .where(and(isOwnWorkform(ctx, id), eq(bookWorkforms.version, version))),
    'stale',
  )
}

/**
 * Updates a workform that has not changed since `version`, and its open sections. When more clients have the workform
 * than one batch changes, their sections are updated afterwards.
 * @throws AppError `not_found`, `stale`, `invalid_input` when a template file does not belong to the firm
 */
export async function updateWorkform(
  ctx: BookkeeperContext,
  id: string,
  input: z.output<typeof UpdateWorkform>,
): Promise<Workform> {
  const { name, fields } = input
  const [[row], used, templates, clients] = await ctx.db.batch([
    ownWorkform(ctx, id),
    usedVersions(ctx.db, id, SECTIONS_PER_BATCH),
    templateFilesOf(ctx, fields),
    clientsOfSmall(ctx.db, id),
  ])
  const before = found(row)
  if (before.version !== input.version) throw new AppError('stale')
  checkTemplateFiles(fields, templates)
  const { description = before.description, is_template = before.is_template, due_days = before.due_days } = input
  const after: Workform = {
    ...before,
    name,
    description,
    fields,
    is_template,
    due_days,
    version: before.version + 1,
    updated_at: ctx.now.toISOString(),
  }
  const versionId = uuidv7()
  const isSmall = batchSize(clients, sectionsOf(fields).length) === clients.length
  await commit(ctx, [
    updateStep(ctx, before.version, after),
    versionStep(ctx, versionId, after),
    ...(isSmall ? reconcileSteps(ctx, { workform: after, versionId, used }) : [queueChange(ctx, id)]),
    // A former template must disappear from the lists of the firm.
    publishWorkform(ctx, id, before.is_template || is_template),
    audit(ctx, {
      action: 'workform.updated',
      subjectType: 'workform',
      subjectId: id,
      detail: {
        version: after.version,
        name: { from: before.name, to: name },
        fields: { from: before.fields.length, to: fields.length },
        is_template,
      },
    }),
  ])
  return after
}
