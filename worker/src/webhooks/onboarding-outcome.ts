import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { AppError } from '../errors.ts'

interface Row {
  state: string | null
  tries: number | null
  error: string | null
}

/**
 * Returns the outcome of `client_onboarding` for a client: the worst one when several webhooks subscribe to it.
 * @throws AppError `not_found`
 */
export async function onboardingOutcome(ctx: BookkeeperContext, clientId: string): Promise<OnboardingOutcome> {
  const rows = await ctx.db.all<Row>(sql`
    SELECT d.state, d.tries, d.error FROM book_clients c
      LEFT JOIN webhook_deliveries d ON d.client_id = c.id AND d.event = 'client_onboarding' AND d.state <> 'stopped'
    WHERE c.id = ${clientId} AND c.bookkeeper_id = ${ctx.actor.userId}`)
  if (rows.length === 0) throw new AppError('not_found')
  const failed = rows.find((r) => r.error !== null)
  if (failed) return { state: 'failed', reason: failed.error, retried: failed.state === 'waiting' }
  const state = rows.every((r) => r.state === null)
    ? 'none'
    : rows.some((r) => r.state === 'waiting')
      ? 'pending'
      : 'delivered'
  return { state, reason: null, retried: false }
}
