import { eq } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { Context } from '../context.ts'
import { authUsers } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { countAttempt } from './attempts.ts'
import { rememberDevice } from './devices.ts'
import { liveLink, spendLink, voidLinks } from './links.ts'
import { actorOf } from './people.ts'

/** Confirms the address of a bookkeeper by the mailed link. @throws AppError `invalid_link`, `too_many_requests` */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  const attempt = await countAttempt(ctx, 'link')
  const link = await liveLink(ctx, 'confirm', token)
  const at = ctx.now.toISOString()
  await commit(ctx, [
    spendLink(ctx, link),
    voidLinks(ctx, link.userId, 'confirm'),
    step(ctx.db.update(authUsers).set({ email_confirmed_at: at, updated_at: at }).where(eq(authUsers.id, link.userId))),
    ...rememberDevice(ctx, link.userId),
    audit(
      { ...ctx, actor: actorOf(link.userId, 'bookkeeper', link.firmId) },
      { action: 'account.confirmed', subjectType: 'account', subjectId: link.userId },
    ),
  ])
  await attempt.succeeded()
}
