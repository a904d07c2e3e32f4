import type { Dashboard } from '@portal/contract/dashboard'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { found } from '../errors.ts'
import { activityOf, activityQuery } from './activity.ts'
import { figuresOf, figuresQuery } from './figures.ts'
import { overdueOf, overdueQuery, reviewsQuery } from './waiting.ts'

/** Returns the bookkeeper's dashboard in one round trip. */
export async function getDashboard(ctx: BookkeeperContext): Promise<Dashboard> {
  const [[figures], reviews, overdue, activity, workforms] = await ctx.db.batch([
    figuresQuery(ctx),
    reviewsQuery(ctx),
    overdueQuery(ctx),
    activityQuery(ctx),
    ctx.db.all(sql`SELECT 1 FROM book_workforms WHERE user_id = ${ctx.actor.userId} AND deleted_at IS NULL LIMIT 1`),
  ])
  return {
    ...figuresOf(found(figures)),
    reviews,
    ...overdueOf(overdue),
    activity: activityOf(ctx, activity),
    has_workforms: workforms.length > 0,
  }
}
