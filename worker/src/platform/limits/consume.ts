import type { Env } from '../../env.ts'
import { AppError } from '../../errors.ts'
import { type Exceeded, limitExceeded } from './limit-errors.ts'
import type { LimitRule } from './limit-rule.ts'

const SHARDS = 32

type Counters = ReturnType<Env['RATE_LIMITER']['getByName']>

/** Returns the counters that hold a hashed key. The keys of a group are spread over several objects. */
export const countersOf = (env: Pick<Env, 'RATE_LIMITER'>, group: string, key: string): Counters =>
  env.RATE_LIMITER.getByName(`${group}-${Number.parseInt(key.slice(0, 4), 16) % SHARDS}`)

/**
 * Counts one use of a key.
 * @throws AppError `too_many_requests` when the rule does not allow it yet, `busy` when the counters are unreachable
 */
export async function consume(counters: Counters, key: string, rule: LimitRule, what: Exceeded): Promise<void> {
  let waitMs: number
  try {
    waitMs = await counters.take(key, rule)
  } catch {
    throw new AppError('busy', { retryAfter: 1 })
  }
  if (waitMs > 0) throw limitExceeded(what, waitMs)
}
