import { CONFIRM_TTL_MS } from '@portal/contract/limits'
import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { emailLinks } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import type { Attempt } from '../../../platform/limits/attempts.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { countAccountMail } from '../account-mail.ts'
import type { Account } from '../accounts.ts'
import { createLink, isUsable } from '../email-links.ts'
import { confirmationMail } from '../mails.ts'

/** An account whose address is not confirmed. */
type Unconfirmed = Pick<Account, 'id' | 'email'>

/** Returns steps that mail a new confirmation link (one use, 3 days) and delete expired links of the user. */
export function confirmationSteps(ctx: Pick<Context, 'db' | 'now' | 'origin'>, user: Unconfirmed): Step[] {
  const at = ctx.now.toISOString()
  const { token, keep } = createLink(ctx, user.id, 'confirm', CONFIRM_TTL_MS)
  return [
    step(ctx.db.delete(emailLinks).where(and(eq(emailLinks.user_id, user.id), lt(emailLinks.expires_at, at)))),
    keep,
    sendMail(ctx, confirmationMail(ctx, user, token)),
  ]
}

/** Mails a new confirmation link when the last one has expired. @throws AppError `too_many_requests` */
export async function renewConfirmation(ctx: Context, user: Unconfirmed, attempt: Attempt): Promise<void> {
  const [valid] = await ctx.db
    .select({ id: emailLinks.id })
    .from(emailLinks)
    .where(and(eq(emailLinks.user_id, user.id), eq(emailLinks.purpose, 'confirm'), isUsable(ctx)))
    .limit(1)
  if (valid) return
  await countAccountMail(ctx, user.email, attempt)
  await commit(ctx, confirmationSteps(ctx, user))
}
