import type { LimitRule } from '../limits/limit-rule.ts'
import { keyedHash } from '../crypto/secrets.ts'
import type { SignedIn } from '../context.ts'
import { AppError } from '../errors.ts'

/** A hundred messages at once, and two a second from then on: more than anybody types, enough for what was written offline. */
const RULE: LimitRule = { free: 100, leakMs: 500, baseMs: 1000, capMs: 30_000 }
const SHARDS = 32

/**
 * Counts a message of the actor.
 * @throws AppError `too_many_requests` that says when to go on
 */
export async function limitMessageRate(ctx: SignedIn): Promise<void> {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'chat', ctx.actor.userId)
  let wait: number
  try {
    wait = await ctx.env.RATE_LIMITER.getByName(`chat-${Number.parseInt(key.slice(0, 4), 16) % SHARDS}`).take(key, RULE)
  } catch {
    throw new AppError('busy', { retryAfter: 1 })
  }
  if (wait <= 0) return
  const retryAfter = Math.ceil(wait / 1000)
  const when = retryAfter === 1 ? 'in 1 second' : `in ${retryAfter} seconds`
  throw new AppError('too_many_requests', {
    retryAfter,
    title: 'Too many messages',
    detail: `You are sending messages too fast. Please try again ${when}.`,
  })
}
