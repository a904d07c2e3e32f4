import { BROWSER_TTL_MS } from '@portal/contract/limits'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { keyedHash } from '../../../platform/crypto/secrets.ts'
import { emailLinks } from '../../../platform/db/schema/index.ts'
import type { Step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { type Attempt, countAttempt, type LimitedAction } from '../../../platform/limits/attempts.ts'
import { countersOf } from '../../../platform/limits/consume.ts'
import type { LimitRule } from '../../../platform/limits/limit-rule.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { type Account, accountByEmail } from '../accounts.ts'
import { commitUniformly } from '../commit-uniformly.ts'
import { createLink, isUsable } from '../email-links.ts'
import { browserMail } from './mails.ts'

const LOOK_UP_EVERY_MS = 10 * 60_000
/** How often an account is looked up to mail its owner. */
const LOOK_UPS: LimitRule = { free: 1, leakMs: LOOK_UP_EVERY_MS, baseMs: LOOK_UP_EVERY_MS, capMs: LOOK_UP_EVERY_MS }

const WAY_IN = 'If this address has an account, a link that we have emailed ends the wait.'

/** Returns steps that mail the owner a link, unless the last one can still be used. */
async function linkSteps(ctx: Context, account: Account | undefined): Promise<Step[]> {
  if (!account?.confirmedAt) return []
  const [usable] = await ctx.db
    .select({ id: emailLinks.id })
    .from(emailLinks)
    .where(and(eq(emailLinks.user_id, account.id), eq(emailLinks.purpose, 'browser'), isUsable(ctx)))
    .limit(1)
  if (usable) return []
  const { token, keep } = createLink(ctx, account.id, 'browser', BROWSER_TTL_MS)
  return [keep, sendMail(ctx, browserMail(ctx, account, token))]
}

/** Mails the owner of an account a link (one use, 24 hours) that makes a browser known, unless there is one. */
async function mailWayIn(ctx: Context, email: string): Promise<void> {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'browser-link', email)
  const counters = countersOf(ctx.env, 'shard', key)
  // When the counters are unreachable, the wait is shown without a mail.
  const isAgain = (await counters.take(key, LOOK_UPS).catch(() => 1)) > 0
  if (isAgain) return
  try {
    await commitUniformly(ctx, async () => {
      const [account] = await accountByEmail(ctx.db, email)
      return linkSteps(ctx, account)
    })
  } catch {
    // A stranger whose own flood the portal refuses must not use up the look-up.
    await counters.giveBack(key, 1)
  }
}

/**
 * Returns the error to show when strangers keep new browsers waiting, after a link that ends the wait was mailed to the
 * owner of the account. It is the same for unknown addresses.
 */
export async function errorWithWayIn(ctx: Context, email: string, error: AppError): Promise<AppError> {
  await mailWayIn(ctx, email)
  const { title, detail, retryAfter = 1 } = error
  return new AppError('too_many_requests', { title, detail: `${detail} ${WAY_IN}`, retryAfter })
}

/** Counts an attempt at the account of an email address, whose owner gets a way in when it has to wait. */
export const countAccountAttempt = (ctx: Context, action: LimitedAction, email: string): Promise<Attempt> =>
  countAttempt(ctx, action, email, { whenAccountWaits: (error) => errorWithWayIn(ctx, email, error) })
