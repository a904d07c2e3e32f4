import { and, eq, ne } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { firms } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { isAppError } from '../errors.ts'

/**
 * Turns one-tap links in the mails of the firm on or off. Links that were mailed before do not work while it is off. A
 * repeat writes nothing.
 */
export async function switchOneTapLinks(ctx: BookkeeperContext, on: boolean): Promise<void> {
  const { firmId } = ctx.actor
  const changed = and(eq(firms.id, firmId), ne(firms.one_tap_links, on))
  try {
    await commit(ctx, [
      step(ctx.db.update(firms).set({ one_tap_links: on }).where(changed), 'stale'),
      audit(ctx, {
        action: 'mail.one_tap_links_switched',
        subjectType: 'mail',
        subjectId: firmId,
        detail: { on },
      }),
    ])
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
  }
}
