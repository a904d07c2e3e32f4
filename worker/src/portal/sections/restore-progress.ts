import { and, eq, exists, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { bookClientWorkforms, files, sectionDrafts } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** Returns a step that marks a reopened section as in progress if it has a draft or files. */
export function restoreProgressStep({ db }: Pick<Context, 'db'>, assignmentId: string): Step {
  const drafts = db
    .select({ id: sectionDrafts.assignment_id })
    .from(sectionDrafts)
    .where(eq(sectionDrafts.assignment_id, assignmentId))
  const uploaded = db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.assignment_id, assignmentId), eq(files.purpose, 'answer'), eq(files.state, 'stored')))
  return step(
    db
      .update(bookClientWorkforms)
      .set({ status: 'in_progress' })
      .where(and(eq(bookClientWorkforms.id, assignmentId), or(exists(drafts), exists(uploaded)))),
  )
}
