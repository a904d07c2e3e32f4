import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { bookClientWorkforms, files, sectionAttempts } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { removeFiles } from '../../platform/storage/remove-files.ts'

/**
 * Returns a condition: an attempt of the file's client contains the file. Not only attempts of its section, because an
 * edit of the workform may have moved its field to another one.
 * @param ofSections a further condition on the sections of the attempts
 */
export const isInAttempt = (ofSections?: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM ${bookClientWorkforms} JOIN ${sectionAttempts}
    ON ${sectionAttempts.assignment_id} = ${bookClientWorkforms.id}
  WHERE ${and(
    eq(bookClientWorkforms.client_id, files.client_id),
    ofSections,
    sql`EXISTS (SELECT 1 FROM json_each(${sectionAttempts.files}) f WHERE f.value ->> 'id' = ${files.id})`,
  )})`

/**
 * Returns steps for uploaded files that a client no longer wants to submit. Those that an earlier submission contains
 * are kept for comparison until the section is approved; all others are removed.
 */
export function retireFiles(ctx: Pick<Context, 'db' | 'now'>, which: SQL | undefined): Step[] {
  const isRetired = and(eq(files.purpose, 'answer'), eq(files.state, 'stored'), which)
  return [
    step(ctx.db.update(files).set({ state: 'replaced' }).where(and(isRetired, isInAttempt()))),
    ...removeFiles(ctx, sql`${isRetired}`),
  ]
}

/** Returns steps that remove the files that only earlier submissions of the sections contain. */
export const purgeReplaced = (ctx: Pick<Context, 'now'>, assignmentIds: readonly string[]): Step[] =>
  removeFiles(ctx, sql`${and(inArray(files.assignment_id, [...assignmentIds]), eq(files.state, 'replaced'))}`)
