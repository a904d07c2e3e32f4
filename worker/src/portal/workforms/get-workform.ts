import type { Workform } from '@portal/contract/workforms'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { starterOf, starterWorkform } from '../starters/starters.ts'

/** The columns of a workform that the API returns. */
const COLUMNS = {
  id: bookWorkforms.id,
  name: bookWorkforms.name,
  description: bookWorkforms.description,
  fields: bookWorkforms.fields,
  is_template: bookWorkforms.is_template,
  user_id: bookWorkforms.user_id,
  due_days: bookWorkforms.due_days,
  version: bookWorkforms.version,
  created_at: bookWorkforms.created_at,
  updated_at: bookWorkforms.updated_at,
}

/** Returns a condition for a workform that the bookkeeper owns. */
export const isOwnWorkform = ({ actor }: BookkeeperContext, id: string) =>
  and(eq(bookWorkforms.id, id), eq(bookWorkforms.user_id, actor.userId), isNull(bookWorkforms.deleted_at))

/** Returns a query for a workform that the bookkeeper owns. */
export const ownWorkform = (ctx: BookkeeperContext, id: string) =>
  ctx.db.select(COLUMNS).from(bookWorkforms).where(isOwnWorkform(ctx, id))

/** Returns a query for a workform that the bookkeeper can see: their own or a template of the firm. */
export function visibleWorkform(ctx: BookkeeperContext, id: string) {
  const { userId, firmId } = ctx.actor
  const template = and(eq(bookWorkforms.is_template, true), eq(bookWorkforms.firm_id, firmId))
  return ctx.db
    .select(COLUMNS)
    .from(bookWorkforms)
    .where(
      and(eq(bookWorkforms.id, id), isNull(bookWorkforms.deleted_at), or(eq(bookWorkforms.user_id, userId), template)),
    )
}

/**
 * Returns a workform of the bookkeeper, a template of the firm, or a starter.
 * @throws AppError `not_found`
 */
export async function getWorkform(ctx: BookkeeperContext, id: string): Promise<Workform> {
  const starter = starterOf(id)
  if (starter) return starterWorkform(starter)
  return found((await visibleWorkform(ctx, id))[0])
}
