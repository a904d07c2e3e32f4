import type { WorkformField } from '@portal/contract/fields'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { files, profiles } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import { LETTER } from '../starters/letter.ts'

/** Returns a query for the template files of the fields that belong to the firm. A path alone proves nothing. */
export function templateFilesOf(ctx: BookkeeperContext, fields: readonly WorkformField[]) {
  const paths = fields.flatMap((f) => f.templateFile?.path ?? [])
  return ctx.db
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(
      and(
        eq(files.firm_id, ctx.actor.firmId),
        eq(files.purpose, 'template'),
        eq(files.state, 'stored'),
        or(inArray(files.path, paths), inArray(files.id, paths)),
      ),
    )
}

/** Refuses template files that do not belong to the firm. @throws AppError `invalid_input`, naming the fields */
export function checkTemplateFiles(
  fields: readonly WorkformField[],
  known: readonly { id: string; path: string }[],
): void {
  const available = new Set([LETTER.path, ...known.flatMap((f) => [f.id, f.path])])
  const message = 'This template file is not available. Please upload it again.'
  const errors = fields.flatMap((f, i) =>
    f.templateFile && !available.has(f.templateFile.path) ? [{ path: `fields.${i}.templateFile`, message }] : [],
  )
  if (errors.length > 0) throw new AppError('invalid_input', { detail: message, errors })
}

/** Returns a step that publishes a changed workform to its owner, or a changed template to the whole firm. */
export function publishWorkform(ctx: BookkeeperContext, workformId: string, isTemplate: boolean): Step {
  const { userId, firmId } = ctx.actor
  return publishToEach(
    ctx,
    'workform.changed',
    ctx.db
      .select({
        user_id: sql`${profiles.id}`.as('user_id'),
        ids: sql`json_object('workform_id', ${workformId})`.as('ids'),
      })
      .from(profiles)
      .where(
        and(
          eq(profiles.role, 'bookkeeper'),
          eq(profiles.firm_id, firmId),
          isTemplate ? undefined : eq(profiles.id, userId),
        ),
      ),
  )
}
