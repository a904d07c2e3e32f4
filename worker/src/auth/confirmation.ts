import { CONFIRM_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { emailLinks } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { sendMail } from '../outbox/enqueue.ts'
import { confirmationMail } from './mails.ts'
import { newToken, tokenHash } from './secrets.ts'

/** An account that has yet to confirm its address. */
export interface Unconfirmed {
  id: string
  email: string
  name: string
}

/** Steps that make a confirmation link (one use, 3 days) and mail it; what has run out is cleared away. */
export function confirmationSteps(ctx: Pick<Context, 'db' | 'now' | 'origin'>, user: Unconfirmed): Step[] {
  const at = ctx.now.toISOString()
  const token = newToken()
  return [
    step(ctx.db.delete(emailLinks).where(and(eq(emailLinks.user_id, user.id), lt(emailLinks.expires_at, at)))),
    step(
      ctx.db.insert(emailLinks).values({
        id: uuidv7(),
        user_id: user.id,
        purpose: 'confirm',
        token_hash: tokenHash(token),
        created_at: at,
        expires_at: new Date(ctx.now.getTime() + CONFIRM_TTL_MS).toISOString(),
      }),
    ),
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
