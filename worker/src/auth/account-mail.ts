import type { Context } from '../context.ts'
import { keyedHash } from '../crypto/secrets.ts'
import { commit, type Step } from '../db/write.ts'
import { isAppError } from '../errors.ts'
import type { Attempt } from '../limits/attempts.ts'
import { consume, countersOf } from '../limits/consume.ts'
import type { LimitRule } from '../limits/limit-rule.ts'
import { log } from '../log.ts'
import { composeMail } from '../mail/layout.ts'
import { sendMail } from '../outbox/enqueue.ts'
import { type Account, accountByEmail } from './accounts.ts'
import { commitUniformly } from './commit-without-revealing.ts'
import { mailboxOf } from './invitations/mailbox.ts'
import { letOwnerIn } from './known-browsers/let-owner-in.ts'

/** Limits of the mail about accounts that anyone can request: codes, confirmations and links for a new password. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Ten at once, then one every two hours. */
const MAILBOX: LimitRule = { free: 10, leakMs: 2 * HOUR, baseMs: 2 * HOUR, capMs: 2 * HOUR }
const ALARM: LimitRule = { free: 1, leakMs: DAY, baseMs: DAY, capMs: DAY }
/** Keys of the counters of the whole portal. */
const [ALL, ALARMS] = ['all', 'alarms']

const ofPortal = ({ env }: Pick<Context, 'env'>) => env.RATE_LIMITER.getByName('account-mails')

const portalRule = (perHour: number): LimitRule => {
  const ms = HOUR / perHour
  return { free: perHour, leakMs: ms, baseMs: ms, capMs: ms }
}

/** Mails the operators, once a day, that the limit of the portal is reached. */
async function tellOperators(ctx: Context): Promise<void> {
  try {
    await consume(ofPortal(ctx), ALARMS, ALARM, 'portalMails')
  } catch {
    return
  }
  const { OPERATORS, ACCOUNT_MAILS_PER_HOUR: most } = ctx.settings
  log('account_mail_limit', { per_hour: most })
  const mail = (to: string) =>
    composeMail({
      to,
      subject: 'Too many emails about accounts are requested',
      lines: [
        `More than ${most} codes, confirmations and links for a new password were requested within an hour.`,
        'Until it is quieter, only browsers from which people have signed in before get them. ' +
          'Someone may be using the portal to send unwanted email. ' +
          'If so many people are signing up, raise ACCOUNT_MAILS_PER_HOUR.',
      ],
    })
  if (OPERATORS.length > 0)
    await commit(
      ctx,
      OPERATORS.map((to) => sendMail(ctx, mail(to))),
    )
}

/** Counts a mail towards the limit of the portal. Operators are told when it is reached. @throws like `consume` */
async function countForPortal(ctx: Context): Promise<void> {
  try {
    await consume(ofPortal(ctx), ALL, portalRule(ctx.settings.ACCOUNT_MAILS_PER_HOUR), 'portalMails')
  } catch (error) {
    if (isAppError(error, 'too_many_requests')) await tellOperators(ctx)
    throw error
  }
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
  } catch (error) {
    throw isAppError(error, 'too_many_requests') ? await letOwnerIn(ctx, email, error) : error
  }
  await countForPortal(ctx)
  return { notSent: async () => ofPortal(ctx).giveBack(ALL, 1) }
}

/**
 * Commits the steps that mail the account of an email address. Limits, response, response time and number of round
 * trips are the same for unknown addresses and for accounts without steps.
 * @throws AppError `too_many_requests`, `busy`
 */
export async function mailWithoutRevealing(
  ctx: Context,
  email: string,
  attempt: Pick<Attempt, 'knownAs'>,
  stepsFor: (account: Account) => Step[],
): Promise<void> {
  const mail = await countAccountMail(ctx, email, attempt)
  await commitUniformly(ctx, async () => {
    const [account] = await accountByEmail(ctx.db, email)
    const steps = account ? stepsFor(account) : []
    if (steps.length === 0) await mail.notSent()
    return steps
  })
}
