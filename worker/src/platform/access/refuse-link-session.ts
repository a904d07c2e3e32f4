import type { SignedIn } from '../../context.ts'
import { sessions } from '../db/schema/index.ts'
import { AppError } from '../../errors.ts'
import { isOwnSession } from './require-session.ts'

/** Selects whether a one-tap link opened the session. */
export const howBegun = (ctx: Pick<SignedIn, 'db' | 'actor' | 'now'>) =>
  ctx.db.select({ byLink: sessions.by_link }).from(sessions).where(isOwnSession(ctx))

/**
 * Refuses a session that a one-tap link opened. Only the database knows how a session began, and that never changes, so
 * an old access token is of no use.
 * @throws AppError `forbidden`, `unauthenticated` (the session has ended)
 */
export async function refuseLinkSession(ctx: Pick<SignedIn, 'db' | 'actor' | 'now'>): Promise<void> {
  const [session] = await howBegun(ctx)
  if (!session) throw new AppError('unauthenticated')
  if (session.byLink)
    throw new AppError('forbidden', {
      title: 'Please sign in',
      detail:
        'You came by a link in an email. To do this, sign out and sign in with your password or a passkey. ' +
        'If you have neither, set a password in your profile first.',
    })
}
