import type { SectionAttempt, SectionAttempts } from '@portal/contract/answer-review'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientWorkforms, files, sectionAttempts, workformVersions } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'

/** Most submissions that are returned: the latest. */
const MAX_ATTEMPTS = 100

/** Whether the client took the submission back unopened, so that nothing is left of it. */
const isEmpty = sql`(${sectionAttempts.outcome} = 'recalled' AND ${sectionAttempts.answers} = '{}'
  AND ${sectionAttempts.non_answers} = '{}')`

const ownSection = ({ db, actor }: BookkeeperContext, assignmentId: string) =>
  db
    .select({ id: bookClientWorkforms.id, name: bookClientWorkforms.section_name })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.id, assignmentId), eq(bookClientWorkforms.assigned_by, actor.userId)))

/**
 * Returns a query for the latest submissions of a section, each with its number. Those without content come last, so
 * that a client who takes back many cannot push out the others.
 */
const submissionsOf = ({ db }: BookkeeperContext, assignmentId: string) =>
  db
    .select({
      number: sql<number>`row_number() OVER (ORDER BY ${sectionAttempts.version})`,
      version: sectionAttempts.version,
      submitted_at: sql<string>`${sectionAttempts.submitted_at}`,
      outcome: sectionAttempts.outcome,
      decided_at: sectionAttempts.decided_at,
      fields: sql`CASE WHEN ${isEmpty} THEN '[]' ELSE ${workformVersions.fields} END`.mapWith(workformVersions.fields),
      answers: sectionAttempts.answers,
      non_answers: sectionAttempts.non_answers,
      files: sectionAttempts.files,
      flags: sectionAttempts.flags,
    })
    .from(sectionAttempts)
    .innerJoin(workformVersions, eq(workformVersions.id, sectionAttempts.workform_version_id))
    .where(and(eq(sectionAttempts.assignment_id, assignmentId), isNotNull(sectionAttempts.submitted_at)))
    .orderBy(isEmpty, desc(sectionAttempts.version))
    .limit(MAX_ATTEMPTS)

/** Returns a query for the ids of the files of these submissions that still exist. */
const keptFiles = ({ db }: BookkeeperContext, assignmentId: string) =>
  db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        sql`${files.id} IN (SELECT f.value ->> 'id' FROM ${sectionAttempts}, json_each(${sectionAttempts.files}) f
          WHERE ${eq(sectionAttempts.assignment_id, assignmentId)})`,
        inArray(files.state, ['stored', 'replaced']),
      ),
    )

/**
 * Returns the submissions of a section as the client sent them, newest first. One that the client took back unopened
 * has no content.
 * @throws AppError `not_found`
 */
export async function listAttempts(ctx: BookkeeperContext, assignmentId: string): Promise<SectionAttempts> {
  const [[section], submissions, kept] = await ctx.db.batch([
    ownSection(ctx, assignmentId),
    submissionsOf(ctx, assignmentId),
    keptFiles(ctx, assignmentId),
  ])
  found(section)
  const keptIds = new Set(kept.map(({ id }) => id))
  const items = submissions.map(({ fields, ...submission }): SectionAttempt => {
    const { answers, non_answers } = submission
    return {
      ...submission,
      fields: fields.filter(({ id }) => Object.hasOwn(answers, id) || Object.hasOwn(non_answers, id)),
      files: submission.files.map((file) => ({ ...file, is_kept: keptIds.has(file.id) })),
    }
  })
  return { assignment_id: assignmentId, items: items.toSorted((a, b) => b.version - a.version) }
}
