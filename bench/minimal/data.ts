import type { Session } from '@portal/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'

const stored = localStorage.getItem('portal.session')
const sessionAtom = atom(stored ? (JSON.parse(stored) as Session) : null)

/** A question to the API of a portal, as whoever is signed in; `T` is what it answers. */
export const ask = <T>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }): Promise<T> => {
      const token = getDefaultStore().get(sessionAtom)?.access_token ?? ''
      const response = await fetch(path, { signal, headers: { authorization: `Bearer ${token}` } })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return (await response.json()) as T
    },
  })
