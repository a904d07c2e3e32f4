import type { Context } from '../../context.ts'
import { keyedHash } from '../../platform/crypto/secrets.ts'
import { isAppError } from '../../errors.ts'
import type { Attempt } from '../../platform/limits/attempts.ts'
import { consume, countersOf } from '../../platform/limits/consume.ts'
import type { LimitRule } from '../../platform/limits/limit-rule.ts'
import { siteOf } from '../../platform/net/network-of.ts'
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
/** The part of the portal's mails that one site may cause. */
const SITE_SHARE = 0.1

type Counted = Parameters<typeof consume>

const ofPortal = ({ env }: Pick<Context, 'env'>) => env.RATE_LIMITER.getByName('account-mails')

const perHour = (count: number): LimitRule => {
  const ms = HOUR / count
  return { free: count, leakMs: ms, baseMs: ms, capMs: ms }
}

/** Returns a counter of a mailbox: of the mails that were requested, or of those that were sent. */
function mailboxCounter(ctx: Context, what: 'requests' | 'mails', email: string): Counted {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'account-mail', what, mailboxOf(email))
  return [countersOf(ctx.env, 'shard', key), key, MAILBOX, 'accountMails']
}

/** Returns the counters of the mails that a site causes, and of all. */
function sharedCounters(ctx: Context): Counted[] {
  const { env, network, settings } = ctx
  const most = settings.ACCOUNT_MAILS_PER_HOUR
  const all: Counted = [ofPortal(ctx), ALL, perHour(most), 'portalMails']
  if (!network) return [all]
  const key = keyedHash(settings.AUTH_SECRET, 'limit', 'account-mail', 'site', siteOf(network))
  return [[countersOf(env, 'shard', key), key, perHour(Math.ceil(most * SITE_SHARE)), 'siteMails'], all]
}

/** Gives counts back. If that fails, the next mails only have to wait too early. */
const giveBack = async (counted: readonly Counted[]): Promise<void> =>
  void (await Promise.allSettled(counted.map(([counters, key]) => counters.giveBack(key, 1))))

/** Tells the operators, once a day, when the limit of the portal is reached. */
async function reportWhenReached(ctx: Context, [, key]: Counted): Promise<void> {
  if (key === ALL && (await ofPortal(ctx).take(REPORTED, REPORTS)) === 0) await reportMailFlood(ctx)
}

/** Counts once. At the limit, the owner of the address gets a way in. @throws like `consume` */
async function countOnce(ctx: Context, email: string, counter: Counted): Promise<void> {
  try {
    await consume(...counter)
  } catch (error) {
    if (!isAppError(error, 'too_many_requests')) throw error
    await reportWhenReached(ctx, counter)
    throw await errorWithWayIn(ctx, email, error)
  }
}

/** A mail that may be sent. */
export interface CountedMail {
  /** Reports that there was nobody to send it to. */
  notSent(): Promise<void>
}

/** Counts a request for mail, whether or not there is somebody to send it to. @throws AppError `too_many_requests` */
export const countMailRequest = (ctx: Context, email: string): Promise<void> =>
  countOnce(ctx, email, mailboxCounter(ctx, 'requests', email))

/** Counts a request for the code of an operator, for whom there is no other way in. @throws like `consume` */
export const countOperatorRequest = (ctx: Context, email: string): Promise<void> =>
  consume(...mailboxCounter(ctx, 'requests', email))

/**
 * Counts a mail about an account that anyone can request: by mailbox, by site and for the whole portal. Browsers that
 * the account knows are not limited.
 * @throws AppError `too_many_requests`, `busy`
 */
export async function countAccountMail(
  ctx: Context,
  email: string,
  { knownAs }: Pick<Attempt, 'knownAs'>,
): Promise<CountedMail> {
  const counted: Counted[] = []
  if (knownAs !== undefined) return { notSent: async () => undefined }
  try {
    for (const counter of [mailboxCounter(ctx, 'mails', email), ...sharedCounters(ctx)]) {
      await countOnce(ctx, email, counter)
      counted.push(counter)
    }
  } catch (error) {
    await giveBack(counted)
    throw error
  }
  return { notSent: () => giveBack(counted) }
}
