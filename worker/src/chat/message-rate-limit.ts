import { consume, countersOf } from '../limits/consume.ts'
import type { LimitRule } from '../limits/limit-rule.ts'
import { keyedHash } from '../crypto/secrets.ts'
import type { SignedIn } from '../context.ts'

/** A hundred messages at once, and two a second from then on: more than anybody types, enough for what was written offline. */
const RULE: LimitRule = { free: 100, leakMs: 500, baseMs: 1000, capMs: 30_000 }

/**
 * Counts a message of the actor.
 * @throws AppError `too_many_requests` that says when to go on
 */
export async function limitMessageRate(ctx: SignedIn): Promise<void> {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'chat', ctx.actor.userId)
  await consume(countersOf(ctx.env, 'chat', key), key, RULE, 'messages')
}
