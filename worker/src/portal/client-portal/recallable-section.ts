import { can } from '@portal/contract/section-machine'
import type { ClientContext } from '../../context.ts'
import { readStoredResponse, storedResponse } from '../../platform/db/stored-response.ts'
import { AppError } from '../../errors.ts'
import { type OwnSection, ownSection, shownSection, statusOf } from '../sections/own-section.ts'
import type { Submitted } from './submit-section.ts'

/**
 * Returns the client's section whose submission can be recalled on this version, or in `before` the stored response
 * when the request is a repeat.
 * @throws AppError `not_found`, `archived`, or `stale` when the section has changed
 */
export async function recallableSection(
  ctx: ClientContext,
  assignmentId: string,
  version: number,
): Promise<{ before: Submitted } | { before?: undefined; section: OwnSection }> {
  const [sections, stored] = await ctx.db.batch([ownSection(ctx, assignmentId), storedResponse(ctx)])
  const before = readStoredResponse(ctx, stored) as Submitted | undefined
  if (before) return { before }
  const section = shownSection(sections[0])
  if (section.version !== version || !can('recall', statusOf(section))) throw new AppError('stale')
  return { section }
}
