import type { Context } from '../context.ts'
import { keyedHash } from '../crypto/secrets.ts'
import { isAppError } from '../errors.ts'
import type { Attempt } from '../limits/attempts.ts'
import { consume, countersOf } from '../limits/consume.ts'
import type { LimitRule } from '../limits/limit-rule.ts'
import { mailboxOf } from './invitations/mailbox.ts'
import { errorWithWayIn } from './known-browsers/error-with-way-in.ts'
import { reportMailFlood } from './report-mail-flood.ts'

/** Limits of the mail about accounts that anyone can request: codes, confirmations and links for a new password. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Ten at once, then one every two hours. */
const MAILBOX: LimitRule = { free: 10, leakMs: 2 * HOUR, baseMs: 2 * HOUR, capMs: 2 * HOUR }
/** How often operators are told about a flood. */
const REPORTS: LimitRule = { free: 1, leakMs: DAY, baseMs: DAY, capMs: DAY }
/** Keys of the counters of the whole portal. */
const [ALL, REPORTED] = ['all', 'reported']

const ofPortal = ({ env }: Pick<Context, 'env'>) => env.RATE_LIMITER.getByName('account-mails')

const portalRule = (perHour: number): LimitRule => {
  const ms = HOUR / perHour
  return { free: perHour, leakMs: ms, baseMs: ms, capMs: ms }
}

/** A mail that may be sent. */
export interface CountedMail {
  /** Reports that there was nobody to send it to. */
  notSent(): Promise<void>
}

/** Counts a mail towards the limit of the mailbox. @throws AppError `too_many_requests`, `busy` */
export async function countForMailbox(ctx: Context, email: string): Promise<void> {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'account-mail', mailboxOf(email))
  await consume(countersOf(ctx.env, 'shard', key), key, MAILBOX, 'accountMails')
}

/** Counts a mail towards the limit of the portal. @throws AppError `too_many_requests`, `busy` */
async function countForPortal(ctx: Context): Promise<void> {
  try {
    await consume(ofPortal(ctx), ALL, portalRule(ctx.settings.ACCOUNT_MAILS_PER_HOUR), 'portalMails')
  } catch (error) {
    if (isAppError(error, 'too_many_requests') && (await ofPortal(ctx).take(REPORTED, REPORTS)) === 0)
      await reportMailFlood(ctx)
    throw error
  }
}

/**
 * Counts a mail about an account that anyone can request, by mailbox and for the whole portal. Browsers that the
 * account knows are not limited.
 * @throws AppError `too_many_requests`, `busy`
 */
export async function countAccountMail(
  ctx: Context,
  email: string,
  { knownAs }: Pick<Attempt, 'knownAs'>,
): Promise<CountedMail> {
  if (knownAs !== undefined) return { notSent: async () => undefined }
  try {
    await countForMailbox(ctx, email)
    await countForPortal(ctx)
  } catch (error) {
    throw isAppError(error, 'too_many_requests') ? await errorWithWayIn(ctx, email, error) : error
  }
  return { notSent: async () => ofPortal(ctx).giveBack(ALL, 1) }
}
