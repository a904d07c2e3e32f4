import type { ClientFolder } from '@portal/contract/clients'
import { queryClient, failFast } from '@portal/sdk'
import { folderQuery } from '../queries/clients.ts'

/** Delays between polls in ms; the folder is usually ready at the first poll. */
const POLL_DELAYS_MS = [150, 300, 600, 1200]

/**
 * Polls until a client's folder is ready or has failed. Returns 'pending' if that takes too long or
 * the request fails.
 */
export async function waitForFolder(clientId: string): Promise<ClientFolder['state']> {
  for (const delayMs of POLL_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    try {
      const { state } = await queryClient.fetchQuery({ ...folderQuery(clientId), ...failFast })
      if (state !== 'pending') return state
    } catch {
      return 'pending'
    }
  }
  return 'pending'
}
