import { and, eq, exists } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { sessions } from '../../db/schema/index.ts'
import { check, type Step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { isOwnSession } from '../sessions/require-session.ts'

/**
 * Returns a step that fails with `forbidden` when a one-tap link opened the session. Such a session stays with the
 * record that the mail was about: the client's other firms may have turned such links off.
 */
export const requirePasswordSession = (ctx: Pick<SignedIn, 'db' | 'actor' | 'now'>): Step => {
  const byLink = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOwnSession(ctx), eq(sessions.by_link, false)))
  return {
    ...check('forbidden', exists(byLink)),
    explain: async () =>
      new AppError('forbidden', {
        title: 'Please sign in',
        detail: 'You came by a link in an email. To do this, sign out and sign in with your password.',
      }),
  }
}
