import type { ResetPassword } from '@portal/contract/auth'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { authUsers, sessions } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { confirmedSteps } from '../sign-up/confirm-email.ts'
import { forgetFailures } from '../../../platform/limits/attempts.ts'
import { forgetOtherDevices } from '../sessions/devices.ts'
import { hashInTurn } from './queued-hashing.ts'
import { consumeLink, type ValidLink, voidLinks, withLink } from '../email-links.ts'
import { passwordMail } from '../mails.ts'
import { requireUnguessablePassword } from './password-rules.ts'
import { actorOf, auditAccount } from '../accounts.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'

/**
 * Sets a bookkeeper's password with the mailed link and ends all their sessions. The link also confirms the address.
 * @throws AppError `invalid_link`, `password_weak` (the link stays valid), `too_many_requests`, `busy`
 */
export async function resetPassword(ctx: Context, { token, password }: z.output<typeof ResetPassword>): Promise<void> {
  const email = await withLink(ctx, 'reset', token, async (link) => {
    await requireUnguessablePassword(ctx, password, { ...link, companies: [link.company] })
    await commit(ctx, resetSteps(ctx, link, await hashInTurn(ctx, { knownAs: link.email }, password)))
    return link.email
  })
  await forgetFailures(ctx, 'sign-in', email)
}

function resetSteps(ctx: Context, link: ValidLink, hash: string): Step[] {
  const { userId } = link
  const at = ctx.now.toISOString()
  const actor = actorOf(userId, 'bookkeeper', link.firmId)
  const email_confirmed_at = sql`coalesce(${authUsers.email_confirmed_at}, ${at})`
  const changed = ctx.db.update(authUsers).set({ password_hash: hash, email_confirmed_at, updated_at: at })
  return [
    consumeLink(ctx, link),
    voidLinks(ctx, userId),
    step(changed.where(eq(authUsers.id, userId))),
    ...revokeSessions(ctx, actor, eq(sessions.user_id, userId), 'password_reset'),
    ...(link.confirmed ? [] : confirmedSteps(ctx, link)),
    ...forgetOtherDevices(ctx, userId),
    auditAccount(actor, 'account.password_reset'),
    sendMail(ctx, passwordMail(ctx, link, 'bookkeeper', 'changed')),
  ]
}
