import { consume, countersOf } from '../../platform/limits/consume.ts'
import type { LimitRule } from '../../platform/limits/limit-rule.ts'
import { keyedHash } from '../../platform/crypto/secrets.ts'
import type { SignedIn } from '../../context.ts'

// Bursts of a hundred messages, then two per second: faster than anyone types, enough for messages written offline.
const RULE: LimitRule = { free: 100, leakMs: 500, baseMs: 1000, capMs: 30_000 }

/**
 * Counts a message against the actor's rate limit.
 * @throws AppError `too_many_requests` with the time to wait
 */
export async function limitMessageRate(ctx: SignedIn): Promise<void> {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'chat', ctx.actor.userId)
  await consume(countersOf(ctx.env, 'chat', key), key, RULE, 'messages')
}
