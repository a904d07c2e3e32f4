import type { UpdateWorkform, Workform } from '@portal/contract/workforms'
import { and, eq, exists, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientWorkforms, bookWorkforms, workformVersions } from '../db/schema/index.ts'
import { check, commit, type Step, step } from '../db/write.ts'
import { AppError, found, isAppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { sectionsOf } from '../sections/assignable.ts'
import { holdersOf, partsOf } from './client-parts.ts'
import { versionStep } from './create-workform.ts'
import { isOwnWorkform, ownWorkform } from './get-workform.ts'
import { type Edit, reconcileSteps } from './reconcile.ts'
import { checkTemplateFiles, publishWorkform, templateFilesOf } from './rules.ts'

/** Returns a query for the current version of a workform and all versions that assigned sections are on. */
function usedVersions({ db }: BookkeeperContext, id: string) {
  const used = db
    .select({ id: bookClientWorkforms.workform_version_id })
    .from(bookClientWorkforms)
    .where(eq(bookClientWorkforms.workform_id, id))
  const current = db.select({ version: bookWorkforms.version }).from(bookWorkforms).where(eq(bookWorkforms.id, id))
  const { version, workform_id, fields } = workformVersions
  return db
    .select({ id: workformVersions.id, version, fields })
    .from(workformVersions)
    .where(and(eq(workform_id, id), or(eq(version, current), inArray(workformVersions.id, used))))
}

/** Returns a condition: the workform has not been edited since this version. */
const isVersion = (ctx: BookkeeperContext, id: string, version: number) =>
  and(isOwnWorkform(ctx, id), eq(bookWorkforms.version, version))

/** Returns a step that stores the new state, and fails with `stale` when the workform has changed. */
function updateStep(ctx: BookkeeperContext, version: number, after: Workform): Step {
  const { id, name, description, fields, is_template, due_days, updated_at } = after
  return step(
    ctx.db
      .update(bookWorkforms)
      .set({ name, description, fields, is_template, due_days, version: after.version, updated_at, starter: null })
      .where(isVersion(ctx, id, version)),
    'stale',
  )
}

/** Returns whether an edit would change nothing: it has been made before. */
const isMade = (workform: Workform, edited: Workform): boolean =>
  JSON.stringify({ ...workform, version: 0, updated_at: '' }) ===
  JSON.stringify({ ...edited, version: 0, updated_at: '' })

/**
 * Applies an edit to the sections of all clients, in parts. Stops when the workform has been edited again, because the
 * later edit applies to all clients.
 */
async function applyInParts(ctx: BookkeeperContext, edit: Edit, version: number): Promise<void> {
  const { id, fields } = edit.workform
  const current = ctx.db
    .select({ id: bookWorkforms.id })
    .from(bookWorkforms)
    .where(isVersion(ctx, id, version))
  for (const part of partsOf(await holdersOf(ctx, id), sectionsOf(fields).length)) {
    try {
      const clients = part.map(({ client_id }) => client_id)
      await commit(ctx, [check('stale', exists(current)), ...reconcileSteps(ctx, { ...edit, clients })])
    } catch (error) {
      if (!isAppError(error, 'stale')) throw error
      return
    }
  }
}

/**
 * Updates a workform that has not changed since `version`, and its open sections: those of many clients in parts. When
 * one of these fails, a repeat of the request continues.
 * @throws AppError `not_found`, `stale`, `invalid_input` when a template file does not belong to the firm
 */
export async function updateWorkform(
  ctx: BookkeeperContext,
  id: string,
  input: z.output<typeof UpdateWorkform>,
): Promise<Workform> {
  const { name, fields } = input
  const [[row], used, templates, holders] = await ctx.db.batch([
    ownWorkform(ctx, id),
    usedVersions(ctx, id),
    templateFilesOf(ctx, fields),
    holdersOf(ctx, id),
  ])
  const before = found(row)
  const { description = before.description, is_template = before.is_template, due_days = before.due_days } = input
  const edited = { ...before, name, description, fields, is_template, due_days }
  const current = used.find((v) => v.version === before.version)
  if (before.version === input.version + 1 && current && isMade(before, edited)) {
    await applyInParts(ctx, { workform: before, versionId: current.id, used }, before.version)
    return before
  }
  if (before.version !== input.version) throw new AppError('stale')
  checkTemplateFiles(fields, templates)
  const after: Workform = { ...edited, version: before.version + 1, updated_at: ctx.now.toISOString() }
  const edit = { workform: after, versionId: uuidv7(), used }
  const isSmall = partsOf(holders, sectionsOf(fields).length).length <= 1
  await commit(ctx, [
    updateStep(ctx, before.version, after),
    versionStep(ctx, edit.versionId, after),
    ...(isSmall ? reconcileSteps(ctx, edit) : []),
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
  if (!isSmall) await applyInParts(ctx, edit, after.version)
  return after
}
