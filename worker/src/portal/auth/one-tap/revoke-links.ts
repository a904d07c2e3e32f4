import { and, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { oneTapLinks } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'

/** Returns a step that revokes the one-tap links of a condition. */
export const revokeLinks = (ctx: Pick<Context, 'db' | 'now'>, which: SQL): Step =>
  step(
    ctx.db
      .update(oneTapLinks)
      .set({ revoked_at: ctx.now.toISOString() })
      .where(and(isNull(oneTapLinks.revoked_at), which)),
  )
