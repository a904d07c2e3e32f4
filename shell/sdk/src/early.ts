import type { Session } from '@portal/contract/auth'
import type { PageHeading } from '@portal/contract/remotes'
import { areEarlyRequestsStopped, rememberEarlyRequest, noteEarlyRefresh } from './early-responses.ts'
import { EXPIRED_MS, isDue, REFRESH_LOCK, requestRefresh } from './refresh-request.ts'
import { storedSession, storeSession } from './stored-session.ts'

/**
 * The early script, a small bundle of its own. While the page's code is loading, it refreshes an
 * expired session and requests the data of the page. It is optional: the page requests whatever it
 * did not.
 */

/** Data that the worker has written into the page. */
export interface EarlyPage {
  /** Role that may see the page. */
  role: string
  /** Addresses of the API; see `expandTemplate`. */
  data: string[]
  heading?: PageHeading
}

/**
 * Returns an address with the search parameters of the page filled in; undefined if a required
 * parameter is missing. `{name}` is required, `{name=value}` has a default, and `{&a,b}` appends
 * the parameters that are present.
 */
export function expandTemplate(template: string, search: URLSearchParams): string | undefined {
  let isIncomplete = false
  const address = template.replaceAll(
    /\{(&?)([\w,]+)(?:=([\w-]*))?\}/g,
    (_, optional: string, names: string, fallback?: string) => {
      if (optional) {
        const given = names.split(',').filter((name) => search.get(name))
        return given.map((name) => `&${name}=${encodeURIComponent(search.get(name) ?? '')}`).join('')
      }
      const value = search.get(names) || fallback
      isIncomplete ||= value === undefined
      return encodeURIComponent(value ?? '')
    },
  )
  return isIncomplete ? undefined : address
}

function requestData(page: EarlyPage, session: Session): void {
  const search = new URLSearchParams(location.search)
  const headers = { accept: 'application/json', authorization: `Bearer ${session.access_token}` }
  for (const template of page.data) {
    const address = expandTemplate(template, search)
    if (address) rememberEarlyRequest(address, session, fetch(address, { credentials: 'same-origin', headers }))
  }
}

/** Returns the session that replaces the expired one. Call it with `REFRESH_LOCK` held. */
async function refreshStored(): Promise<Session | undefined> {
  const session = storedSession()
  // Another tab has refreshed it already.
  if (!session || !isDue(session, Date.now(), EXPIRED_MS)) return session ?? undefined
  const response = await requestRefresh(session)
  if (!response.ok) return undefined
  const fresh = (await response.json()) as Session
  // The user has signed out, or in as someone else, in the meantime.
  if (storedSession()?.access_token !== session.access_token) return undefined
  noteEarlyRefresh()
  storeSession(fresh)
  return fresh
}

/** Returns the data that the worker has written into this page, or null. */
export const readEarlyPage = (): EarlyPage | null =>
  JSON.parse(document.getElementById('early')?.textContent ?? 'null') as EarlyPage | null

/**
 * Requests the data of the page with the session of this browser.
 * @param onSession called with the session if its user may see the page
 */
export async function sendEarlyRequests(
  page: EarlyPage | null = readEarlyPage(),
  onSession?: (session: Session) => void,
): Promise<void> {
  const stored = storedSession()
  if (!page || stored?.user.role !== page.role || areEarlyRequestsStopped()) return
  const start = (session: Session): void => {
    requestData(page, session)
    onSession?.(session)
  }
  if (!isDue(stored, Date.now(), EXPIRED_MS)) {
    start(stored)
    return
  }
  if (!('locks' in navigator)) return
  // The page's code waits for the lock and adopts the stored session, when its data is already on the way.
  await navigator.locks.request(REFRESH_LOCK, async () => {
    const session = await refreshStored()
    if (session?.user.role === page.role) start(session)
  })
}
