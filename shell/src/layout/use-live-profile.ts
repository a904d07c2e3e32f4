import { currentSession, setSession, useRealtime } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries.ts'

/** Updates profile and session when the bookkeeper changes the client's name, company or status. */
export function useLiveProfile(): void {
  const client = useQueryClient()
  const refresh = async (): Promise<void> => {
    const { name, company } = await client.fetchQuery({ ...profileQuery, staleTime: 0 })
    const session = currentSession()
    if (!session || (session.user.name === name && session.user.company === company)) return
    setSession({ ...session, user: { ...session.user, name, company } }, 'refreshed')
  }
  // If the request fails, the next page loads the profile again.
  useRealtime(['client.changed'], () => void refresh().catch(() => undefined))
}
