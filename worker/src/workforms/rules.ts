import type { WorkformField } from '@portal/contract/fields'
import { and, eq, or, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { files } from '../db/schema/index.ts'
import type { Step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import { LETTER } from '../starters/letter.ts'

/** Returns a query for the template files of the fields that belong to the firm. A path alone proves nothing. */
export function templateFilesOf(ctx: BookkeeperContext, fields: readonly WorkformField[]) {
  const paths = JSON.stringify(fields.flatMap((f) => f.templateFile?.path ?? []))
  return ctx.db
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(
      and(
        eq(files.firm_id, ctx.actor.firmId),
        eq(files.purpose, 'template'),
        eq(files.state, 'stored'),
        or(
          sql`${files.path} IN (SELECT value FROM json_each(${paths}))`,
          sql`${files.id} IN (SELECT value FROM json_each(${paths}))`,
        ),
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
  return publishToEach(ctx, 'workform.changed', {
    sql: `SELECT id AS user_id, json_object('workform_id', ?) AS ids FROM profiles
          WHERE role = 'bookkeeper' AND firm_id = ? AND (id = ? OR ?)`,
    args: [workformId, firmId, userId, Number(isTemplate)],
  })
}
