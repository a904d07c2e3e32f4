import type { SentBackFocus } from '@portal/contract/section-machine'
import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms, correctedAnswers, sectionAttempts } from '../../platform/db/schema/index.ts'
import { MAX_COUNTED } from '../sections/most-sent-back.ts'
import { dayStart } from '../../platform/time/day-starts.ts'

/** Filters of a list: a workform, a section by name, a question by id, and the first month. */
interface SentBackFilter {
  workform?: string | undefined
  section?: string | undefined
  question?: string | undefined
  since?: string | undefined
}

/** Returns a query for the latest rejections or corrected answers that charts count, to bound the cost. */
function counted({ db, actor }: BookkeeperContext, only: SentBackFocus, { workform, since }: SentBackFilter) {
  const table = only === 'corrected' ? correctedAnswers : sectionAttempts
  const at = only === 'corrected' ? correctedAnswers.at : sectionAttempts.rejected_at
  const question = only === 'corrected' ? sql<string | null>`${correctedAnswers.field_id}` : sql<null>`NULL`
  return db
    .select({ assignment_id: table.assignment_id, question: question.as('question') })
    .from(table)
    .where(
      and(
        eq(table.bookkeeper_id, actor.userId),
        isNotNull(at),
        workform ? eq(table.workform_id, workform) : undefined,
        since === undefined ? undefined : gte(at, dayStart(actor.timeZone, `${since}-01`)),
      ),
    )
    .orderBy(desc(at))
    .limit(MAX_COUNTED)
    .as('counted')
}

/**
 * Returns a query for the submissions with a section that the bookkeeper sent back, or with an answer that the client
 * changed in the submission after it.
 */
export function submissionsSentBack(ctx: BookkeeperContext, only: SentBackFocus, filter: SentBackFilter) {
  const { section, question } = filter
  const { id, submission_id, section_name, hidden_by } = bookClientWorkforms
  const latest = counted(ctx, only, filter)
  return ctx.db
    .selectDistinct({ id: submission_id })
    .from(latest)
    .innerJoin(bookClientWorkforms, eq(id, latest.assignment_id))
    .where(
      and(
        isShown(hidden_by),
        section === undefined ? undefined : eq(section_name, section),
        only === 'corrected' && question !== undefined ? eq(latest.question, question) : undefined,
      ),
    )
}
