import type { Session } from '@portal/contract/auth'
import { SESSION_CHECK_MS, SESSION_REFRESH_WITHIN_MS } from '@portal/contract/limits'
import { isApiError, networkError, problemOf } from './errors.ts'
import { adoptStored, changeBetween, currentSession, onSessionChange, SESSION_KEY, setSession } from './session-store.ts'

const LOCK = 'portal.session.refresh'
const REPEAT_KEY = 'portal.session.repeat'
/** A wrong clock makes every token look expired: even then there is at most one refresh in this time. */
const MIN_BETWEEN_MS = 20_000

let running: Promise<Session | null> | undefined
let lastRefreshed = Number.NEGATIVE_INFINITY

/** Whether the access token expires within `within` ms (default: the specification's 90 s). */
export function isDue(session: Session, now: number = Date.now(), within: number = SESSION_REFRESH_WITHIN_MS): boolean {
  return Date.parse(session.expires_at) - now <= within
}

/**
 * The key of the refresh that replaces this access token, the same for every try. With it the server gives an answer that was lost
 * on the way once more; a refresh token alone, used twice, ends the session.
 */
function repeatKey(session: Session): string {
  const mark = session.access_token.slice(-20)
  try {
    const [known, key] = (localStorage.getItem(REPEAT_KEY) ?? '').split(' ')
    if (known === mark && key) return key
    const fresh = crypto.randomUUID()
    localStorage.setItem(REPEAT_KEY, `${mark} ${fresh}`)
    return fresh
  } catch {
    return crypto.randomUUID()
  }
}

async function askServer(session: Session): Promise<Session | null> {
  let response: Response
  try {
    response = await fetch('/api/auth/refresh', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'idempotency-key': repeatKey(session) },
      // A page that is left meanwhile must still get the new cookie: the old one has been spent.
      keepalive: true,
    })
  } catch {
    throw networkError()
  }
  if (!response.ok) {
    const problem = await problemOf(response)
    if (problem.status !== 401 && problem.status !== 403) throw problem
    // Signed out, or another tab signed in as someone else while this request was under way: never undo that.
    if (currentSession()?.session_id === session.session_id) setSession(null, 'ended')
    return null
  }
  const fresh = (await response.json()) as Session
  lastRefreshed = Date.now()
  const before = currentSession()
  if (before === null) return null
  setSession(fresh, changeBetween(before, fresh))
  return fresh
}

/** The refresh token is spent by use, so only one tab may spend it: the others wait and take over the result. */
async function underLock(stale: string): Promise<Session | null> {
  const work = async (): Promise<Session | null> => {
    const session = adoptStored()
    if (!session || session.access_token !== stale) return session
    return askServer(session)
  }
  return 'locks' in navigator && navigator.locks ? await navigator.locks.request(LOCK, work) : await work()
}

/**
 * Gets a new access token in place of `stale`, at most once at a time over all tabs. Gives the session that holds
 * afterwards, null when there is none any more. Throws `ApiError` when the server cannot be reached.
 */
export function refreshSession(stale: string): Promise<Session | null> {
  running ??= underLock(stale).finally(() => {
    running = undefined
  })
  return running
}

/** The session with a token worth sending: refreshed first where it has run out. Never throws. */
export async function freshSession(): Promise<Session | null> {
  const session = currentSession()
  if (!session || !isDue(session, Date.now(), 2_000) || Date.now() - lastRefreshed < MIN_BETWEEN_MS) return session
  try {
    return await refreshSession(session.access_token)
  } catch {
    return currentSession()
  }
}

async function check(): Promise<void> {
  const session = adoptStored()
  if (!session || !isDue(session) || Date.now() - lastRefreshed < MIN_BETWEEN_MS) return
  try {
    await refreshSession(session.access_token)
  } catch (error) {
    // Offline or busy: the next check tries again; the session is not given up.
    if (!isApiError(error)) throw error
  }
}

/**
 * Keeps the session fresh for as long as the page lives: every 30 s, and at once when the tab wakes up, comes back to the
 * front or gets its connection back. Returns the function that stops it.
 */
export function startSessionKeeper(): () => void {
  const wake = (): void => {
    if (document.visibilityState === 'visible') void check()
  }
  const stored = (event: StorageEvent): void => {
    if (event.key === SESSION_KEY || event.key === null) adoptStored()
  }
  const timer = setInterval(() => void check(), SESSION_CHECK_MS)
  const stop = onSessionChange((_, change) => {
    if (change === 'signed-in') lastRefreshed = Number.NEGATIVE_INFINITY
  })
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  window.addEventListener('storage', stored)
  void check()
  return () => {
    clearInterval(timer)
    stop()
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
    window.removeEventListener('storage', stored)
  }
}
