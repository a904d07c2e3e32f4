import { and, eq, inArray, ne } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { revokeSessions } from '../auth/sessions/revoke-sessions.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, firms, sessions } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { isAppError } from '../../errors.ts'

/**
 * Turns one-tap links in the mails of the firm on or off. Links that were mailed before do not work while it is off,
 * and the sessions that they opened end. A repeat writes nothing.
 */
export async function switchOneTapLinks(ctx: BookkeeperContext, on: boolean): Promise<void> {
  const { firmId } = ctx.actor
  const changed = and(eq(firms.id, firmId), ne(firms.one_tap_links, on))
  const clients = ctx.db.select({ id: bookClients.id }).from(bookClients).where(eq(bookClients.firm_id, firmId))
  const byLink = and(eq(sessions.by_link, true), inArray(sessions.client_id, clients))
  try {
    await commit(ctx, [
      step(ctx.db.update(firms).set({ one_tap_links: on }).where(changed), 'stale'),
      audit(ctx, {
        action: 'mail.one_tap_links_switched',
        subjectType: 'mail',
        subjectId: firmId,
        detail: { on },
      }),
      ...(on ? [] : revokeSessions(ctx, ctx.actor, byLink, 'links_turned_off')),
    ])
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
  }
}
