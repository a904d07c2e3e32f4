import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, webhookDeliveries } from '../../platform/db/schema/index.ts'
import { AppError } from '../../errors.ts'

/**
 * Returns the outcome of `client_onboarding` for a client: the worst one when several webhooks subscribe to it.
 * @throws AppError `not_found`
 */
export async function onboardingOutcome(
  { db, actor }: BookkeeperContext,
  clientId: string,
): Promise<OnboardingOutcome> {
  const { client_id, event, state, error } = webhookDeliveries
  const rows = await db
    .select({ state, error })
    .from(bookClients)
    .leftJoin(
      webhookDeliveries,
      // A literal, as in the index of these deliveries.
      and(eq(client_id, bookClients.id), sql`${event} = 'client_onboarding'`, ne(state, 'stopped')),
    )
    .where(and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, actor.userId)))
  if (rows.length === 0) throw new AppError('not_found')
  const failed = rows.find((r) => r.error !== null)
  if (failed) return { state: 'failed', reason: failed.error, retried: failed.state === 'waiting' }
  const states = rows.flatMap((r) => r.state ?? [])
  return {
    state: states.length === 0 ? 'none' : states.includes('waiting') ? 'pending' : 'delivered',
    reason: null,
    retried: false,
  }
}
