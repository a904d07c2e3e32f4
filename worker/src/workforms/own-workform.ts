import { and, eq, isNull } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { bookWorkforms } from '../db/schema/index.ts'

/** A query for a workform that the bookkeeper may change: their own. */
export const ownWorkform = (ctx: BookkeeperContext, id: string) =>
  ctx.db
    .select()
    .from(bookWorkforms)
    .where(and(eq(bookWorkforms.id, id), eq(bookWorkforms.user_id, ctx.actor.userId), isNull(bookWorkforms.deleted_at)))
