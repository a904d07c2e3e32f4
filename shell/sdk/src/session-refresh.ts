import type { Session } from '@portal/contract/auth'
import { SESSION_CHECK_MS } from '@portal/contract/limits'
import { earlyRefreshAt } from './early-responses.ts'
import { isApiError, networkError, problemOf } from './errors.ts'
import { EXPIRED_MS, isDue, REFRESH_LOCK, requestRefresh } from './refresh-request.ts'
import { adoptStored, changeBetween, currentSession, onSessionChange, setSession } from './session-store.ts'
import { SESSION_KEY } from './stored-session.ts'

/** A wrong clock makes every token look expired: even then there is at most one refresh in this time. */
const MIN_BETWEEN_MS = 20_000

let running: Promise<Session | null> | undefined
let lastRefreshed = Number.NEGATIVE_INFINITY

const refreshedJustNow = (): boolean => Date.now() - Math.max(lastRefreshed, earlyRefreshAt()) < MIN_BETWEEN_MS

async function askServer(session: Session): Promise<Session | null> {
  let response: Response
  try {
    response = await requestRefresh(session)
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
  return 'locks' in navigator && navigator.locks ? await navigator.locks.request(REFRESH_LOCK, work) : await work()
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
  if (!session || !isDue(session, Date.now(), EXPIRED_MS) || refreshedJustNow()) return session
  try {
    return await refreshSession(session.access_token)
  } catch {
    return currentSession()
  }
}

async function check(): Promise<void> {
  const session = adoptStored()
  if (!session || !isDue(session) || refreshedJustNow()) return
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
