import type { ClientFolder } from '@portal/contract/clients'
import { queryClient, failFast } from '@portal/sdk'
import { folderQuery } from '../queries/clients.ts'

/** Pauses between looks, in ms: a folder is usually written by the first. */
const PAUSES = [150, 300, 600, 1200]

/**
 * Whether a client's folder is written, as soon as that is known: it is written right after the client is stored. Gives 'pending' where it
 * takes longer, or cannot be asked.
 */
export async function folderOutcome(clientId: string): Promise<ClientFolder['state']> {
  for (const pause of PAUSES) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      const { state } = await queryClient.fetchQuery({ ...folderQuery(clientId), ...failFast })
      if (state !== 'pending') return state
    } catch {
      return 'pending'
    }
  }
  return 'pending'
}
