import { currentSession, setSession, useRealtime } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries.ts'

/** Shows the client's name, company and status as their bookkeeper changes them, also in the session, which every page reads. */
export function useLiveProfile(): void {
  const client = useQueryClient()
  const refresh = async (): Promise<void> => {
    const { name, company } = await client.fetchQuery({ ...profileQuery, staleTime: 0 })
    const session = currentSession()
    if (!session || (session.user.name === name && session.user.company === company)) return
    setSession({ ...session, user: { ...session.user, name, company } }, 'refreshed')
  }
  // What cannot be read now is read with the next page.
  useRealtime(['client.changed'], () => void refresh().catch(() => undefined))
}
