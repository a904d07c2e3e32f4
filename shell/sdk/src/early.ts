import type { Session } from '@portal/contract/auth'
import type { PageHeading } from '@portal/contract/remotes'
import { areEarlyRequestsStopped, rememberEarlyRequest, noteEarlyRefresh } from './early-responses.ts'
import { EXPIRED_MS, isDue, REFRESH_LOCK, requestRefresh } from './refresh-request.ts'
import { storedSession, storeSession } from './stored-session.ts'

/**
 * The page's first script, a small bundle of its own: while the code of the page is under way, it asks the API for what the page will show,
 * and renews a session that has run out. Nothing depends on it: what it does not get is asked for as ever.
 */

/** What the worker wrote into the page. */
export interface EarlyPage {
  /** Whose page it is. */
  role: string
  /** Addresses of the API; see `expandTemplate`. */
  data: string[]
  heading?: PageHeading
}

/**
 * An address with the page's search parameters in it: `{name}` stands for a value, and an address that lacks one is left out; `{name=value}`
 * for a value or else this one; `{&a,b}` for parameters of these names, as far as they are there.
 */
export function expandTemplate(template: string, search: URLSearchParams): string | undefined {
  let lacks = false
  const address = template.replaceAll(
    /\{(&?)([\w,]+)(?:=([\w-]*))?\}/g,
    (_, several: string, names: string, otherwise?: string) => {
      if (several) {
        const given = names.split(',').filter((name) => search.get(name))
        return given.map((name) => `&${name}=${encodeURIComponent(search.get(name) ?? '')}`).join('')
      }
      const value = search.get(names) || otherwise
      lacks ||= value === undefined
      return encodeURIComponent(value ?? '')
    },
  )
  return lacks ? undefined : address
}

function ask(page: EarlyPage, session: Session): void {
  const search = new URLSearchParams(location.search)
  const headers = { accept: 'application/json', authorization: `Bearer ${session.access_token}` }
  for (const template of page.data) {
    const address = expandTemplate(template, search)
    if (address) rememberEarlyRequest(address, session, fetch(address, { credentials: 'same-origin', headers }))
  }
}

/** The session in place of the stored one, which has run out. To be called by the holder of the lock. */
async function renewed(): Promise<Session | undefined> {
  const session = storedSession()
  // Another tab was faster.
  if (!session || !isDue(session, Date.now(), EXPIRED_MS)) return session ?? undefined
  const response = await requestRefresh(session)
  if (!response.ok) return undefined
  const fresh = (await response.json()) as Session
  // Signed out, or in as somebody else, while the answer was under way.
  if (storedSession()?.access_token !== session.access_token) return undefined
  noteEarlyRefresh()
  storeSession(fresh)
  return fresh
}

/** What the worker wrote into this page; null where it wrote nothing. */
export const readEarlyPage = (): EarlyPage | null =>
  JSON.parse(document.getElementById('early')?.textContent ?? 'null') as EarlyPage | null

/**
 * Asks for what the page names, with the session of this browser.
 * @param onOwn called with the session, where it is of one who may see the page and has not run out
 */
export async function sendEarlyRequests(
  page: EarlyPage | null = readEarlyPage(),
  onOwn?: (session: Session) => void,
): Promise<void> {
  const stored = storedSession()
  if (!page || stored?.user.role !== page.role || areEarlyRequestsStopped()) return
  const own = (session: Session): void => {
    ask(page, session)
    onOwn?.(session)
  }
  if (!isDue(stored, Date.now(), EXPIRED_MS)) {
    own(stored)
    return
  }
  if (!('locks' in navigator)) return
  // As another tab would: the page's code waits for the lock and takes over what is stored. By then, its data is under way.
  await navigator.locks.request(REFRESH_LOCK, async () => {
    const session = await renewed()
    if (session?.user.role === page.role) own(session)
  })
}
