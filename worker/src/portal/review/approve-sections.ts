import type { ApprovedSections, ApproveSections } from '@portal/contract/review'
import { can } from '@portal/contract/section-machine'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { auditEach } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { commitOnce } from '../../platform/db/write.ts'
import { AppError, found, isAppError } from '../../errors.ts'
import { approvalSteps } from './approve-section.ts'
import { decisionEntry } from './decision-steps.ts'
import { type DecidedSection, sectionsWhere } from './section-under-review.ts'
import { shownStatus } from './shown-status.ts'

type Input = z.output<typeof ApproveSections>
type Result = ApprovedSections['results'][number]

/** Attempts when sections keep changing during the request. */
const MAX_ATTEMPTS = 5

/** Returns the outcome per section, and the sections to approve. */
function checkSections(
  input: Input,
  rows: readonly DecidedSection[],
): { results: Result[]; approved: DecidedSection[] } {
  const approved: DecidedSection[] = []
  const results = input.sections.map(({ assignment_id, version }): Result => {
    const row = rows.find((r) => r.id === assignment_id)
    if (!row) return { assignment_id, outcome: 'not_found', version: null }
    if (row.version !== version || !can('approve', shownStatus(row)))
      return { assignment_id, outcome: 'stale', version: row.version }
    if (!approved.includes(row)) approved.push(row)
    return { assignment_id, outcome: 'approved', version: version + 1 }
  })
  return { results, approved }
}

/** Returns the steps that approve the sections together. */
const stepsFor = (ctx: BookkeeperContext, sections: readonly DecidedSection[]) => [
  ...approvalSteps(ctx, sections, null),
  auditEach(
    ctx,
    sections.map((section) => decisionEntry(section, 'approve', { notes: null, together: sections.length })),
  ),
]

/**
 * Approves several sections of a client's workform in one batch. Skips and reports sections that have changed since
 * they were seen.
 * @throws AppError `not_found` when none of them belongs to the bookkeeper, client and workform, `archived`
 */
export async function approveSections(ctx: BookkeeperContext, input: Input): Promise<ApprovedSections> {
  const ids = input.sections.map((s) => s.assignment_id)
  const pair = and(
    eq(bookClientWorkforms.client_id, input.client_id),
    eq(bookClientWorkforms.workform_id, input.workform_id),
  )
  for (let attempt = 1; ; attempt++) {
    const [rows, before] = await ctx.db.batch([
      sectionsWhere(ctx, and(pair, inArray(bookClientWorkforms.id, ids))),
      storedResponse(ctx),
    ])
    const answered = readStoredResponse(ctx, before) as ApprovedSections | undefined
    if (answered) return answered
    if (found(rows[0]).hidden_by) throw new AppError('archived')
    const { results, approved } = checkSections(input, rows)
    if (approved.length === 0) return { results }
    try {
      return await commitOnce(ctx, stepsFor(ctx, approved), { results })
    } catch (error) {
      // One of the sections changed after the read, so the whole batch failed: read again.
      if (!isAppError(error, 'stale') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
