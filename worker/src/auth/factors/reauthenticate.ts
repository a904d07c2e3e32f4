import type { SignedIn } from '../../context.ts'
import { require, type Step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../attempts.ts'
import { verifyInTurn } from '../hashing.ts'
import { sessionOwner } from '../session-owner.ts'

/** The owner of a session, who has just shown the password. */
export interface Owner {
  email: string
  name: string
  /** A step that fails the batch when the password or the session no longer is what was checked. */
  unchanged: Step
}

/**
 * Has whoever is signed in prove by password that it is still them, before something that a borrowed screen must not do.
 * @throws AppError `wrong_password`, `password_missing` (the account has none yet), `unauthenticated` (the session was revoked),
 *   `too_many_requests`
 */
export async function reauthenticate(ctx: SignedIn, password: string): Promise<Owner> {
  const { userId, sessionId } = ctx.actor
  const attempt = await countAttempt(ctx, 'sign-in', userId)
  const user = await sessionOwner(ctx)
  if (!user.hash) throw new AppError('password_missing')
  if (!(await verifyInTurn(password, user.hash))) throw new AppError('wrong_password', { detail: 'The password is not correct.' })
  await attempt.succeeded()
  const unchanged = require('unauthenticated', `EXISTS (SELECT 1 FROM auth_users u JOIN sessions s ON s.user_id = u.id
    WHERE u.id = ? AND u.password_hash = ? AND s.id = ? AND s.revoked_at IS NULL)`, [userId, user.hash, sessionId])
  return { email: user.email, name: user.name, unchanged }
}
