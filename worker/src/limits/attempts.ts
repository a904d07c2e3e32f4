import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { isKnownDevice } from './known-device.ts'
import type { LimitRule } from './limit-rule.ts'
import { accountMark, network } from './marks.ts'
import { keyedHash, tokenHash } from '../crypto/secrets.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** What is counted, per account. Per address (IP) the same holds with twenty times as many attempts. */
const RULES = {
  'sign-in': { free: 10, leakMs: 5 * MINUTE, baseMs: 2 * SECOND, capMs: 5 * MINUTE },
  'sign-up': { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  code: { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  'code-check': { free: 10, leakMs: 5 * MINUTE, baseMs: 5 * SECOND, capMs: 5 * MINUTE },
  factor: { free: 5, leakMs: 10 * MINUTE, baseMs: 5 * SECOND, capMs: 15 * MINUTE },
  // Links, invitations and the tokens of checked codes cannot be guessed; to look them up costs a round trip, and by address alone.
  link: { free: 5, leakMs: 2 * MINUTE, baseMs: 2 * SECOND, capMs: MINUTE },
  // Whole lists and archives: more at once than anybody reads.
  bulk: { free: 30, leakMs: 10 * SECOND, baseMs: 2 * SECOND, capMs: MINUTE },
  // No failures here: requests to other people's servers that somebody asks for by hand.
  webhook: { free: 30, leakMs: 4 * SECOND, baseMs: 2 * SECOND, capMs: MINUTE },
  confirm: { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  'reply-to': { free: 5, leakMs: 10 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  reset: { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
} as const satisfies Record<string, LimitRule>
export type LimitedAction = keyof typeof RULES

const IP_FACTOR = 20
const SHARDS = 32
const EVERYTHING = 1e9

/** An attempt that was let through. */
export interface Attempt {
  /** It was a good one: forgets the account's failures, and does not count it against the address. */
  succeeded(): Promise<void>
}

/** Says when to try again: "in 5 minutes". */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 100) return minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
  return `in ${Math.ceil(minutes / 60)} hours`
}

const limiterOf = (ctx: Context, key: string) =>
  ctx.env.RATE_LIMITER.getByName(`shard-${Number.parseInt(key.slice(0, 4), 16) % SHARDS}`)

async function take(ctx: Context, key: string, rule: LimitRule): Promise<void> {
  let wait: number
  try {
    wait = await limiterOf(ctx, key).take(key, rule)
  } catch {
    throw new AppError('busy', { retryAfter: 1 })
  }
  if (wait <= 0) return
  const retryAfter = Math.ceil(wait / SECOND)
  throw new AppError('too_many_requests', {
    retryAfter,
    detail: `Too many attempts. Please try again ${inWords(retryAfter)}.`,
  })
}

async function giveBack(ctx: Context, key: string | undefined, hits: number): Promise<void> {
  try {
    if (key) await limiterOf(ctx, key).giveBack(key, hits)
  } catch {
    // The attempt itself went well; at worst the next ones are slowed down too early.
  }
}

const sharedKey = (ctx: Context, action: LimitedAction, account: string): string =>
  keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'account', account)

/** Attempts from this browser alone. */
const browserKey = (ctx: Context, action: LimitedAction, account: string): string =>
  keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'account', account, tokenHash(ctx.device ?? ''))

/**
 * Counts an attempt at an account (an e-mail address or a user id, whether it exists or not) from the request's address. A browser that the
 * account was used from counts for itself, so that strangers who know only the address cannot slow down its owner; `each` makes every
 * browser count for itself, where what it tries is its own. Where no address is known, the account alone counts; without an account, the
 * address alone.
 * @throws AppError `too_many_requests` that says when to try again
 */
export async function countAttempt(
  ctx: Context,
  action: LimitedAction,
  account?: string,
  browsers: 'known' | 'each' = 'known',
): Promise<Attempt> {
  const rule = RULES[action]
  if (ctx.facts)
    Object.assign(ctx.facts, { attempt: action }, account === undefined ? {} : { account: accountMark(ctx, account) })
  const ipKey = ctx.ip ? keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'ip', network(ctx.ip)) : undefined
  // The address first: a flood from one that is already slowed down must not slow down the account's owner.
  if (ipKey) await take(ctx, ipKey, { ...rule, free: rule.free * IP_FACTOR, leakMs: rule.leakMs / IP_FACTOR })
  const own = account !== undefined && (browsers === 'each' || (await isKnownDevice(ctx, account)))
  const accountKey = account === undefined ? undefined : (own ? browserKey : sharedKey)(ctx, action, account)
  if (accountKey) await take(ctx, accountKey, rule)
  return {
    async succeeded() {
      await Promise.all([giveBack(ctx, ipKey, 1), giveBack(ctx, accountKey, EVERYTHING)])
    },
  }
}

/** Forgets the failures of an account: its owner has proved to be it by other means. */
export async function forgetFailures(ctx: Context, action: LimitedAction, account: string): Promise<void> {
  await Promise.all([sharedKey, browserKey].map((key) => giveBack(ctx, key(ctx, action, account), EVERYTHING)))
}
