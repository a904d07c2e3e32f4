import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { queryClient, failFast } from '@portal/sdk'
import { webhookQuery } from '../queries/clients.ts'

export const NO_WEBHOOK: OnboardingOutcome = { state: 'none', reason: null, retried: false }
const UNKNOWN: OnboardingOutcome = { ...NO_WEBHOOK, state: 'pending' }
/** Pauses between looks, in ms: who answers at once has answered by the third. */
const PAUSES = [150, 300, 600, 1200]

/** What became of the webhook that tells of a new client, as soon as that is known; 'pending' where it takes longer, or cannot be asked. */
export async function webhookOutcome(clientId: string): Promise<OnboardingOutcome> {
  for (const pause of PAUSES) {
    try {
      const outcome = await queryClient.fetchQuery({ ...webhookQuery(clientId), ...failFast })
      if (outcome.state !== 'pending') return outcome
    } catch {
      return UNKNOWN
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return UNKNOWN
}
