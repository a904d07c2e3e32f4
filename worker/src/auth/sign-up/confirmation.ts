import { CONFIRM_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { emailLinks } from '../../db/schema/index.ts'
import { commit, require, type Step, step } from '../../db/write.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { evenly } from '../with-minimum-duration.ts'
import { newLink } from '../email-links.ts'
import { confirmationMail } from '../mails.ts'
import { accountOf } from '../accounts.ts'

/** An account that has yet to confirm its address. */
export interface Unconfirmed {
  id: string
  email: string
  name: string
}

/** Steps that make a confirmation link (one use, 3 days) and mail it; what has run out is cleared away. */
export function confirmationSteps(ctx: Pick<Context, 'db' | 'now' | 'origin'>, user: Unconfirmed): Step[] {
  const at = ctx.now.toISOString()
  const { token, keep } = newLink(ctx, user.id, 'confirm', CONFIRM_TTL_MS)
  return [
    step(ctx.db.delete(emailLinks).where(and(eq(emailLinks.user_id, user.id), lt(emailLinks.expires_at, at)))),
    keep,
    sendMail(ctx, confirmationMail(ctx, user, token)),
  ]
}

/** Mails a new link where none holds any more: who signs in three days late is not shut out. */
export async function renewConfirmation(ctx: Context, user: Unconfirmed): Promise<void> {
  const [live] = await ctx.db
    .select({ id: emailLinks.id })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.user_id, user.id),
        eq(emailLinks.purpose, 'confirm'),
        isNull(emailLinks.used_at),
        gt(emailLinks.expires_at, ctx.now.toISOString()),
      ),
    )
    .limit(1)
  if (!live) await commit(ctx, confirmationSteps(ctx, user))
}

/**
 * Mails another confirmation link to a bookkeeper who has yet to confirm. Known and unknown addresses get the same answer after the same
 * time.
 * @throws AppError `too_many_requests`
 */
export async function confirmAgain(ctx: Context, email: string): Promise<void> {
  await countAttempt(ctx, 'confirm', email)
  await evenly(mailAgain(ctx, email))
}

async function mailAgain(ctx: Context, email: string): Promise<void> {
  const [account] = await accountOf(ctx.db, email)
  const due = account && account.role !== 'client' && account.confirmedAt === null
  // A batch that changes nothing: the figures of an answer tell how often the database was asked.
  const nothing = [require('internal', '1 = 1', [])]
  await commit(
    ctx,
    due ? confirmationSteps(ctx, { id: account.id, email: account.email, name: account.name ?? '' }) : nothing,
  )
}
