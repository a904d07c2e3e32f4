import { keyedHash } from '../../platform/crypto/secrets.ts'
import type { ClientContext } from '../../context.ts'
import { consume, countersOf } from '../../platform/limits/consume.ts'
import type { LimitRule } from '../../platform/limits/limit-rule.ts'

const MINUTE = 60_000

// More often than anyone changes their mind. Each change reaches the bookkeeper's bell, webhooks and audit log.
const RULE: LimitRule = { free: 20, leakMs: 10 * MINUTE, baseMs: 10_000, capMs: 10 * MINUTE }

/**
 * Limits how often a client takes submissions back or changes promises, because nothing else does.
 * @throws AppError `too_many_requests` with the time to wait, `busy`
 */
export async function limitRepeats({ env, settings, actor }: ClientContext, what: 'recall' | 'promise'): Promise<void> {
  const key = keyedHash(settings.AUTH_SECRET, 'limit', what, actor.userId)
  await consume(countersOf(env, 'repeats', key), key, RULE, 'changes')
}
