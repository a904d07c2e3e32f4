import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { queryClient, failFast } from '@portal/sdk'
import { webhookQuery } from '../queries/clients.ts'

export const NO_WEBHOOK: OnboardingOutcome = { state: 'none', reason: null, retried: false }
const PENDING: OnboardingOutcome = { ...NO_WEBHOOK, state: 'pending' }
/** Delays between polls in ms; a fast receiver has responded by the third poll. */
const POLL_DELAYS_MS = [150, 300, 600, 1200]

/**
 * Polls for the outcome of the new client's webhook. Returns 'pending' if that takes too long or
 * the request fails.
 */
export async function waitForWebhook(clientId: string): Promise<OnboardingOutcome> {
  for (const delayMs of POLL_DELAYS_MS) {
    try {
      const outcome = await queryClient.fetchQuery({ ...webhookQuery(clientId), ...failFast })
      if (outcome.state !== 'pending') return outcome
    } catch {
      return PENDING
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
  return PENDING
}
