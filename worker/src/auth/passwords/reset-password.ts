import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { authUsers, sessions } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { confirmedSteps } from '../sign-up/confirm-email.ts'
import { countAttempt, forgetFailures } from '../../limits/attempts.ts'
import { forgetOtherDevices } from '../sessions/devices.ts'
import { hashInTurn } from './queued-hashing.ts'
import { findLink, consumeLink, voidLinks } from '../email-links.ts'
import { passwordMail } from '../mails.ts'
import { requireUnguessablePassword } from './password-rules.ts'
import { actorOf, auditAccount } from '../accounts.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'

/**
 * Sets a bookkeeper's password with the mailed link and ends all their sessions. The link also confirms the address.
 * @throws AppError `invalid_link`, `password_weak` (the link stays valid), `too_many_requests`, `busy`
 */
export async function resetPassword(ctx: Context, token: string, password: string): Promise<void> {
  const attempt = await countAttempt(ctx, 'link')
  const link = await findLink(ctx, 'reset', token)
  await requireUnguessablePassword(ctx, password, { ...link, companies: [link.company] })
  const hash = await hashInTurn(ctx, password)
  const at = ctx.now.toISOString()
  const actor = actorOf(link.userId, 'bookkeeper', link.firmId)
  const user = {
    password_hash: hash,
    email_confirmed_at: sql`coalesce(${authUsers.email_confirmed_at}, ${at})`,
    updated_at: at,
  }
  await commit(ctx, [
    consumeLink(ctx, link),
    voidLinks(ctx, link.userId),
    step(ctx.db.update(authUsers).set(user).where(eq(authUsers.id, link.userId))),
    ...revokeSessions(ctx, actor, eq(sessions.user_id, link.userId), 'password_reset'),
    ...(link.confirmed ? [] : confirmedSteps(ctx, link)),
    ...forgetOtherDevices(ctx, link.userId),
    auditAccount(actor, 'account.password_reset'),
    sendMail(ctx, passwordMail(ctx, link, 'bookkeeper', 'changed')),
  ])
  await attempt.succeeded()
  await forgetFailures(ctx, 'sign-in', link.email)
}
