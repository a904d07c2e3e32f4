import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { LimitRule } from './limit-rule.ts'
import { accountMark, network } from './marks.ts'
import { keyedHash } from './secrets.ts'

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

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
}

const limiterOf = (ctx: Context, key: string) => ctx.env.RATE_LIMITER.getByName(`shard-${Number.parseInt(key.slice(0, 4), 16) % SHARDS}`)

async function take(ctx: Context, key: string, rule: LimitRule): Promise<void> {
  let wait: number
  try {
    wait = await limiterOf(ctx, key).take(key, rule)
  } catch {
    throw new AppError('busy', { retryAfter: 1 })
  }
  if (wait <= 0) return
  const retryAfter = Math.ceil(wait / SECOND)
  throw new AppError('too_many_requests', { retryAfter, detail: `Too many attempts. Please try again ${inWords(retryAfter)}.` })
}

async function giveBack(ctx: Context, key: string | undefined, hits: number): Promise<void> {
  try {
    if (key) await limiterOf(ctx, key).giveBack(key, hits)
  } catch {
    // The attempt itself went well; at worst the next ones are slowed down too early.
  }
}

/**
 * Counts an attempt at an account (an e-mail address or a user id, whether it exists or not) from the request's address.
 * Where no address is known, the account alone counts; without an account, the address alone.
 * @throws AppError `too_many_requests` that says when to try again
 */
export async function countAttempt(ctx: Context, action: LimitedAction, account?: string): Promise<Attempt> {
  const rule = RULES[action]
  if (ctx.facts) Object.assign(ctx.facts, { attempt: action }, account === undefined ? {} : { account: accountMark(ctx, account) })
  const ipKey = ctx.ip ? keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'ip', network(ctx.ip)) : undefined
  const accountKey = account === undefined ? undefined : keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'account', account)
  // The address first: a flood from one that is already slowed down must not slow down the account's owner.
  if (ipKey) await take(ctx, ipKey, { ...rule, free: rule.free * IP_FACTOR, leakMs: rule.leakMs / IP_FACTOR })
  if (accountKey) await take(ctx, accountKey, rule)
  return {
    async succeeded() {
      await Promise.all([giveBack(ctx, ipKey, 1), giveBack(ctx, accountKey, EVERYTHING)])
    },
  }
}

/** Forgets the failures of an account: its owner has proved to be it by other means. */
export async function forgetFailures(ctx: Context, action: LimitedAction, account: string): Promise<void> {
  await giveBack(ctx, keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'account', account), EVERYTHING)
}
