import type { ClientFolder } from '@portal/contract/clients'
import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { failFast, queryClient } from '@portal/sdk'
import type { QueryKey, FetchQueryOptions } from '@tanstack/react-query'
import { folderQuery, webhookQuery } from '../queries/clients.ts'

export const NO_WEBHOOK: OnboardingOutcome = { state: 'none', reason: null, retried: false }

/** Delays between polls in ms. */
const POLL_DELAYS_MS = [150, 300, 600, 1200]

/** Polls until the state is final. Returns undefined if that takes too long or a request fails. */
async function settled<T extends { state: string }, K extends QueryKey>(
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T | undefined> {
  for (const delayMs of POLL_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    try {
      const data = await queryClient.fetchQuery({ ...query, ...failFast })
      if (data.state !== 'pending') return data
    } catch {
      return undefined
    }
  }
  return undefined
}

/** Waits a moment for the folder of a new client. */
export const waitForFolder = async (clientId: string): Promise<ClientFolder['state']> =>
  (await settled(folderQuery(clientId)))?.state ?? 'pending'

/** Waits a moment for the outcome of a new client's webhook. */
export const waitForWebhook = async (clientId: string): Promise<OnboardingOutcome> =>
  (await settled(webhookQuery(clientId))) ?? { ...NO_WEBHOOK, state: 'pending' }
