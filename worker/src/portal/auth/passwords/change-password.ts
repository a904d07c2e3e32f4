import type { ChangePassword } from '@portal/contract/auth'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SignedIn } from '../../../context.ts'
import { authUsers } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { publishToUser, sendMail } from '../../../platform/outbox/enqueue.ts'
import { auditAccount } from '../accounts.ts'
import { reauthenticate } from '../factors/reauthenticate.ts'
import { forgetOtherDevices } from '../sessions/devices.ts'
import { hashInTurn } from './queued-hashing.ts'
import { passwordMail } from '../mails.ts'
import { requireChangedPassword, requireUnguessablePassword } from './password-rules.ts'
import { otherSessions, revokeSessions } from '../sessions/revoke-sessions.ts'
import { voidCodesAndLinks } from './void-codes-and-links.ts'

/**
 * Changes the password of the signed-in user after checking the current one, or sets the first one after checking a
 * mailed code. Ends their other sessions.
 * @throws AppError `password_weak`, `unauthenticated` (the session was revoked, or another request changed the password
 *   in the meantime), and the errors of `reauthenticate`
 */
export async function changePassword(ctx: SignedIn, input: z.output<typeof ChangePassword>): Promise<void> {
  requireChangedPassword(input.new_password)
  const { actor } = ctx
  const given = { password: input.current_password, email_code: input.email_code }
  const owner = await reauthenticate(ctx, given, 'The current password is not correct.')
  await requireUnguessablePassword(ctx, input.new_password, { ...owner, companies: [owner.company] }, 'new_password')
  const hash = await hashInTurn(ctx, { knownAs: actor.userId }, input.new_password)
  const changed = { password_hash: hash, updated_at: ctx.now.toISOString() }
  const isFirst = owner.hash === null
  await commit(ctx, [
    ...owner.proof,
    step(ctx.db.update(authUsers).set(changed).where(eq(authUsers.id, actor.userId))),
    ...revokeSessions(ctx, actor, otherSessions(actor), 'password_changed'),
    // An intruder may have requested a link or code before the change.
    ...voidCodesAndLinks(ctx, owner.email, actor.userId),
    ...forgetOtherDevices(ctx, actor.userId),
    auditAccount(actor, 'account.password_changed'),
    sendMail(ctx, passwordMail(ctx, owner, actor.role, isFirst ? 'added' : 'changed')),
    // Open pages ask for the password from now on.
    ...(isFirst ? [publishToUser(ctx, actor.userId, 'account.changed', {})] : []),
  ])
}
