import type { Context } from '../../context.ts'
import { keyedHash, tokenHash } from '../crypto/secrets.ts'
import { AppError, isAppError } from '../../errors.ts'
import { siteOf } from '../net/network-of.ts'
import { consume, countersOf } from './consume.ts'
import { isKnownDevice } from './known-device.ts'
import type { LimitRule } from './limit-rule.ts'
import { accountPseudonym } from './pseudonyms.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Limits per account. Networks and sites have the same limits with more attempts. */
export const RULES = {
  'sign-in': { free: 10, leakMs: 5 * MINUTE, baseMs: 2 * SECOND, capMs: 5 * MINUTE },
  'sign-up': { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  code: { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  'code-check': { free: 10, leakMs: 5 * MINUTE, baseMs: 5 * SECOND, capMs: 5 * MINUTE },
  // One code has five tries, so the number of codes limits guessing.
  'operator-code': { free: 5, leakMs: 10 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  factor: { free: 5, leakMs: 10 * MINUTE, baseMs: 5 * SECOND, capMs: 15 * MINUTE },
  // Tokens in links cannot be guessed. Looking them up costs a round trip, so it is limited per network.
  link: { free: 5, leakMs: 2 * MINUTE, baseMs: 2 * SECOND, capMs: MINUTE },
  // Signatures of passkeys cannot be guessed either, and checking them costs more.
  passkey: { free: 5, leakMs: 2 * MINUTE, baseMs: 2 * SECOND, capMs: MINUTE },
  // Exports and archives.
  bulk: { free: 30, leakMs: 10 * SECOND, baseMs: 2 * SECOND, capMs: MINUTE },
  // Requests to other servers that a bookkeeper starts by hand.
  webhook: { free: 30, leakMs: 4 * SECOND, baseMs: 2 * SECOND, capMs: MINUTE },
  confirm: { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  'reply-to': { free: 5, leakMs: 10 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
  reset: { free: 5, leakMs: 2 * MINUTE, baseMs: 30 * SECOND, capMs: 10 * MINUTE },
} as const satisfies Record<string, LimitRule>
export type LimitedAction = keyof typeof RULES

/** A site has more attempts than a network, because the networks of a provider's customers can be one site. */
export const NETWORK_FACTOR = 20
const SITE_FACTOR = 100
const COUNTERS = 'shard'
const ALL_HITS = 1e9

/** An attempt that was allowed. */
export interface Attempt {
  /** The account, if it was used from this browser before. Not looked up with `browsers: 'each'`. */
  readonly knownAs: string | undefined
  /** Reports success: clears the failures of the account and does not count the attempt against its origin. */
  succeeded(): Promise<void>
}

const take = (ctx: Context, key: string, rule: LimitRule): Promise<void> =>
  consume(countersOf(ctx.env, COUNTERS, key), key, rule, 'attempts')

async function giveBack(ctx: Context, key: string | undefined, hits: number): Promise<void> {
  try {
    if (key) await countersOf(ctx.env, COUNTERS, key).giveBack(key, hits)
  } catch {
    // The attempt itself succeeded. At worst, the next ones are slowed down too early.
  }
}

/** Key of the attempts from all browsers that the account does not know. */
const sharedKey = (ctx: Context, action: LimitedAction, account: string): string =>
  keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'account', account)

/** Key of the attempts from this browser. */
const browserKey = (ctx: Context, action: LimitedAction, account: string): string =>
  keyedHash(ctx.settings.AUTH_SECRET, 'limit', action, 'account', account, tokenHash(ctx.device ?? ''))

/** Returns the counters of where an attempt comes from: its network and, for IPv6, the site of the network. */
function originsOf(ctx: Context, action: LimitedAction): { key: string; rule: LimitRule }[] {
  const { network, settings } = ctx
  const rule = RULES[action]
  const origin = (kind: 'network' | 'site', name: string, factor: number) => ({
    key: keyedHash(settings.AUTH_SECRET, 'limit', action, kind, name),
    rule: { ...rule, free: rule.free * factor, leakMs: rule.leakMs / factor },
  })
  if (!network) return []
  const site = siteOf(network)
  return [origin('network', network, NETWORK_FACTOR), ...(site === network ? [] : [origin('site', site, SITE_FACTOR)])]
}

interface AttemptOptions {
  /** Which browsers are counted separately: those that the account was used from before (the default), or each. */
  browsers?: 'known' | 'each'
  /** Called when the account has to wait in browsers that it does not know. Returns the error to throw. */
  whenAccountWaits?: (error: AppError) => Promise<AppError>
}

/**
 * Counts an attempt by network and site and, when given, by account (an email address or user id, existing or not). A
 * browser that the account was used from before is counted separately, so that strangers cannot slow down the owner.
 * @throws AppError `too_many_requests` that says when to try again, `busy`
 */
export async function countAttempt(
  ctx: Context,
  action: LimitedAction,
  account?: string,
  { browsers = 'known', whenAccountWaits }: AttemptOptions = {},
): Promise<Attempt> {
  const rule = RULES[action]
  if (ctx.logFields) {
    const fields = account === undefined ? {} : { account: accountPseudonym(ctx, account) }
    Object.assign(ctx.logFields, { attempt: action, ...fields })
  }
  const [network, site] = originsOf(ctx, action)
  // One after the other: a flood that is already slowed down must not slow down its site or the owner of the account.
  if (network) await take(ctx, network.key, network.rule)
  const isKnown = browsers === 'known' && account !== undefined && (await isKnownDevice(ctx, account))
  // Other customers of a provider may be at the same site, and must not lock out a browser that the account knows.
  if (site && !isKnown) await take(ctx, site.key, site.rule)
  const origins = [network, isKnown ? undefined : site].flatMap((origin) => origin ?? [])
  const knownAs = isKnown ? account : undefined
  const separate = isKnown || browsers === 'each'
  const accountKey = account === undefined ? undefined : (separate ? browserKey : sharedKey)(ctx, action, account)
  try {
    if (accountKey) await take(ctx, accountKey, rule)
  } catch (error) {
    if (separate || !whenAccountWaits || !isAppError(error, 'too_many_requests')) throw error
    throw await whenAccountWaits(error)
  }
  return {
    knownAs,
    async succeeded() {
      await Promise.all([...origins.map(({ key }) => giveBack(ctx, key, 1)), giveBack(ctx, accountKey, ALL_HITS)])
    },
  }
}

/** Clears the failures of an account after its owner was verified in another way. */
export async function forgetFailures(ctx: Context, action: LimitedAction, account: string): Promise<void> {
  await Promise.all([sharedKey, browserKey].map((key) => giveBack(ctx, key(ctx, action, account), ALL_HITS)))
}
