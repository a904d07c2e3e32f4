import { SavedViews, type SaveView } from '@portal/contract/views'
import { eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { savedViews } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'

/** Returns the views of lists that the user has saved. Those of an older version that no longer fit are left out. */
export async function getSavedViews({ db, actor }: BookkeeperContext): Promise<SavedViews> {
  const { list, view } = savedViews
  const rows = await db.select({ list, view }).from(savedViews).where(eq(savedViews.user_id, actor.userId))
  const fitting = rows.filter((row) => SavedViews.safeParse({ [row.list]: row.view }).success)
  return SavedViews.parse(Object.fromEntries(fitting.map((row) => [row.list, row.view])))
}

/** Saves the view of a list for all of the user's devices. The last one wins. */
export async function saveView(ctx: BookkeeperContext, { list, view }: SaveView): Promise<void> {
  const row = { user_id: ctx.actor.userId, list, view, updated_at: ctx.now.toISOString() }
  const save = ctx.db
    .insert(savedViews)
    .values(row)
    .onConflictDoUpdate({ target: [savedViews.user_id, savedViews.list], set: { view, updated_at: row.updated_at } })
  await commit(ctx, [step(save)])
}
