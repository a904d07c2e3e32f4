import type { ChangePassword } from '@portal/contract/auth'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SignedIn } from '../../context.ts'
import { authUsers } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { auditAccount } from '../accounts.ts'
import { forgetOtherDevices } from '../sessions/devices.ts'
import { hashInTurn, verifyInTurn } from './queued-hashing.ts'
import { passwordMail } from '../mails.ts'
import { requireChangedPassword, requireUnguessablePassword } from './password-rules.ts'
import { sessionOwner } from '../sessions/session-owner.ts'
import { otherSessions, revokeSessions } from '../sessions/revoke-sessions.ts'
import { voidCodesAndLinks } from './void-codes-and-links.ts'

/**
 * Changes the password of the signed-in user after checking the current one, and ends their other sessions.
 * @throws AppError `password_weak`, `wrong_password`, `too_many_requests`, `unauthenticated` (the session was revoked),
 *   `stale` (another request changed the password in the meantime)
 */
export async function changePassword(ctx: SignedIn, input: z.output<typeof ChangePassword>): Promise<void> {
  requireChangedPassword(input.new_password)
  const { actor } = ctx
  const attempt = await countAttempt(ctx, 'sign-in', actor.userId)
  const at = ctx.now.toISOString()
  const user = await sessionOwner(ctx)
  if (!(await verifyInTurn(ctx, { knownAs: actor.userId }, input.current_password, user.hash)) || !user.hash)
    throw new AppError('wrong_password')
  await attempt.succeeded()
  await requireUnguessablePassword(ctx, input.new_password, { ...user, companies: [user.company] }, 'new_password')
  const hash = await hashInTurn(ctx, { knownAs: actor.userId }, input.new_password)
  const unchanged = and(eq(authUsers.id, actor.userId), eq(authUsers.password_hash, user.hash))
  await commit(ctx, [
    step(ctx.db.update(authUsers).set({ password_hash: hash, updated_at: at }).where(unchanged), 'stale'),
    ...revokeSessions(ctx, actor, otherSessions(actor), 'password_changed'),
    // An intruder may have requested a link or code before the change.
    ...voidCodesAndLinks(ctx, user.email, actor.userId),
    ...forgetOtherDevices(ctx, actor.userId),
    auditAccount(actor, 'account.password_changed'),
    sendMail(ctx, passwordMail(ctx, user, actor.role, 'changed')),
  ])
}
