import type { WorkformField } from '@portal/contract/fields'
import { and, eq, or, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { files } from '../db/schema/index.ts'
import type { Step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import { LETTER } from './starters/letter.ts'

/** What holds for every workform, however it is written. */

/** A query for those files offered for download that are templates of the firm: a path is no proof that its file may be given away. */
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

/** @throws AppError `invalid_input` that names the fields whose file is not among the firm's templates */
export function checkTemplateFiles(
  fields: readonly WorkformField[],
  known: readonly { id: string; path: string }[],
): void {
  const there = new Set([LETTER.path, ...known.flatMap((f) => [f.id, f.path])])
  const message = 'This template file is not available. Please upload it again.'
  const errors = fields.flatMap((f, i) =>
    f.templateFile && !there.has(f.templateFile.path) ? [{ path: `fields.${i}.templateFile`, message }] : [],
  )
  if (errors.length > 0) throw new AppError('invalid_input', { detail: message, errors })
}

/** Live event that a workform changed: to its owner, and to the whole firm when it is a template, which all of them may use. */
export function tellWorkform(ctx: BookkeeperContext, workformId: string, isTemplate: boolean): Step {
  const { userId, firmId } = ctx.actor
  return publishToEach(ctx, 'workform.changed', {
    sql: `SELECT id AS user_id, json_object('workform_id', ?) AS ids FROM profiles
          WHERE role = 'bookkeeper' AND firm_id = ? AND (id = ? OR ?)`,
    args: [workformId, firmId, userId, Number(isTemplate)],
  })
}
