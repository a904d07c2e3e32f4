import type { Dashboard } from '@portal/contract/dashboard'
import { and, eq, isNull } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { activityOf, activityQuery } from './activity.ts'
import { figuresOf, figuresQuery } from './figures.ts'
import { overdueOf, overdueQuery, reviewsQuery } from './waiting.ts'

/** Returns the bookkeeper's dashboard in one round trip. */
export async function getDashboard(ctx: BookkeeperContext): Promise<Dashboard> {
  const { id, user_id, deleted_at } = bookWorkforms
  const [[figures], reviews, overdue, activity, workforms] = await ctx.db.batch([
    figuresQuery(ctx),
    reviewsQuery(ctx),
    overdueQuery(ctx),
    activityQuery(ctx),
    ctx.db
      .select({ id })
      .from(bookWorkforms)
      .where(and(eq(user_id, ctx.actor.userId), isNull(deleted_at)))
      .limit(1),
  ])
  return {
    ...figuresOf(found(figures)),
    reviews,
    ...overdueOf(overdue),
    ...activityOf(ctx, activity),
    has_workforms: workforms.length > 0,
  }
}
