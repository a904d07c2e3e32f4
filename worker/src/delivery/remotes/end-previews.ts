import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remotes } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'

/** Returns a step that ends all previews of a remote: their code may do the same as a version that has to leave. */
export const endPreviews = ({ db, now }: Pick<Context, 'db' | 'now'>, name: string): Step =>
  step(db.update(remotes).set({ previews_ended_at: now.toISOString() }).where(eq(remotes.name, name)))
