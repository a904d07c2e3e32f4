import type { Session } from '@portal/contract/auth'
import { SESSION_CHECK_MS } from '@portal/contract/limits'
import { isApiError, networkError, problemOf } from './errors.ts'
import { EXPIRED_MS, isDue, REFRESH_LOCK, requestRefresh } from './refresh-request.ts'
import { adoptStored, changeBetween, currentSession, onSessionChange, setSession } from './session-store.ts'
import { SESSION_KEY } from './stored-session.ts'

/** Shortest time between two refreshes, in ms. With a wrong clock every token looks expired. */
const MIN_BETWEEN_MS = 20_000

let running: Promise<Session | null> | undefined
let lastRefreshed = Number.NEGATIVE_INFINITY

const refreshedJustNow = (): boolean => Date.now() - lastRefreshed < MIN_BETWEEN_MS

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
    // The user may have signed out, or in as someone else, in the meantime: never undo that.
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

/** Lets one tab at a time refresh, because a refresh token works once. Other tabs adopt the result. */
async function underLock(stale: string): Promise<Session | null> {
  const work = async (): Promise<Session | null> => {
    const session = adoptStored()
    if (!session || session.access_token !== stale) return session
    return askServer(session)
  }
  return 'locks' in navigator && navigator.locks ? await navigator.locks.request(REFRESH_LOCK, work) : await work()
}

/**
 * Replaces the access token `stale`, once at a time across all tabs. Returns the session that is
 * valid afterwards, or null. Throws `ApiError` if the server cannot be reached.
 */
export function refreshSession(stale: string): Promise<Session | null> {
  running ??= underLock(stale).finally(() => {
    running = undefined
  })
  return running
}

/** Returns the session, refreshed first if its token has expired. Never throws. */
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
    // Offline or busy: the next check tries again.
    if (!isApiError(error)) throw error
  }
}

/**
 * Keeps the session fresh: checks every 30 s, and when the tab becomes visible or goes online.
 * Returns a cleanup function.
 */
export function startSessionKeeper(): () => void {
  const checkIfVisible = (): void => {
    if (document.visibilityState === 'visible') void check()
  }
  const stored = (event: StorageEvent): void => {
    if (event.key === SESSION_KEY || event.key === null) adoptStored()
  }
  const timer = setInterval(() => void check(), SESSION_CHECK_MS)
  const stop = onSessionChange((_, change) => {
    if (change === 'signed-in') lastRefreshed = Number.NEGATIVE_INFINITY
  })
  const listening = new AbortController()
  const options = { signal: listening.signal }
  document.addEventListener('visibilitychange', checkIfVisible, options)
  window.addEventListener('online', checkIfVisible, options)
  window.addEventListener('pageshow', checkIfVisible, options)
  window.addEventListener('storage', stored, options)
  void check()
  return () => {
    clearInterval(timer)
    stop()
    listening.abort()
  }
}
