import type { Session } from '@portal/contract/auth'
import { SESSION_CHECK_MS, SESSION_REFRESH_WITHIN_MS } from '@portal/contract/limits'
import { localStore } from './browser-store.ts'
import { isApiError, networkError, problemOf } from './errors.ts'
import { inTurn } from './exclusively.ts'
import { renewGuestSession } from './guest-session.ts'
import {
  adoptStored,
  changeBetween,
  currentSession,
  onSessionChange,
  repeatKey,
  SESSION_KEY,
  setRepeatKey,
  setSession,
} from './session-store.ts'

/** A token that expires within this time, in ms, is not sent. */
const EXPIRED_MS = 2_000
/** A refresh without a response is retried after this time, in ms, with the same key. */
const REFRESH_TIMEOUT_MS = 30_000
const LOCK = 'portal.session.refresh'
/** Shortest time between two refreshes, in ms. With a wrong clock every token looks expired. */
const MIN_BETWEEN_MS = 20_000
/** How long the session that another tab has stored may take to reach this tab, in ms. */
const STORAGE_DELAY_MS = 1_000

let running: Promise<Session | null> | undefined
let lastRefreshed = Number.NEGATIVE_INFINITY

const refreshedJustNow = (): boolean => Date.now() - lastRefreshed < MIN_BETWEEN_MS

/** Returns whether the access token expires within `within` ms. */
export const isDue = (session: Session, within: number = SESSION_REFRESH_WITHIN_MS): boolean =>
  Date.parse(session.expires_at) - Date.now() <= within

/**
 * Exchanges the refresh cookie for a session. Returns null if the server has ended it. With the same idempotency key,
 * the server repeats a response that was lost, or that another tab has got; a refresh token that is used twice without
 * it ends the session.
 */
async function askServer(): Promise<Session | null> {
  const key = repeatKey() ?? crypto.randomUUID()
  setRepeatKey(key)
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'idempotency-key': key },
    // The refresh token is used up, so a page that is being left must still receive the new cookie.
    keepalive: true,
    // The other tabs wait for the lock.
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  }).catch(() => Promise.reject(networkError()))
  if (!response.ok) {
    const problem = await problemOf(response)
    if (problem.status !== 401 && problem.status !== 403) throw problem
    return null
  }
  const fresh = (await response.json()) as Session
  // Another tab that got the same response may have changed it, and used the new one.
  if (repeatKey() === key) setRepeatKey(crypto.randomUUID())
  lastRefreshed = Date.now()
  return fresh
}

async function replace(session: Session): Promise<Session | null> {
  const fresh = await askServer()
  // The user may have signed out, or in as someone else, in the meantime: never undo that.
  const before = currentSession()
  if (fresh && before) {
    setSession(fresh, changeBetween(before, fresh))
    return fresh
  }
  if (!fresh && before?.session_id === session.session_id) setSession(null, 'ended')
  return null
}

/** Resolves when the session of this tab changes, or after `STORAGE_DELAY_MS`. */
const nextChange = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onSessionChange(done)
    const timer = setTimeout(done, STORAGE_DELAY_MS)
  })

/** Lets one tab at a time refresh, because a refresh token works once. Other tabs adopt the result. */
const underLock = (stale: string): Promise<Session | null> =>
  inTurn(LOCK, async (waited) => {
    // Browsers pass on the lock at once, but what the other tab stored may arrive a little later.
    if (waited && adoptStored()?.access_token === stale) await nextChange()
    const session = adoptStored()
    return session?.access_token === stale ? replace(session) : session
  })

/**
 * Replaces the access token `stale`, once at a time across all tabs. Returns the session that is
 * valid afterwards, or null. Throws `ApiError` if the server cannot be reached.
 */
export function refreshSession(stale: string): Promise<Session | null> {
  running ??= (currentSession()?.guest ? renewGuestSession() : underLock(stale)).finally(() => {
    running = undefined
  })
  return running
}

/** Restores a session that the browser could not store, with the refresh cookie. Never rejects. */
export async function restoreSession(): Promise<void> {
  if (currentSession() || repeatKey() === undefined) return
  try {
    setSession(await inTurn(LOCK, askServer), 'refreshed')
  } catch {
    // The server cannot be reached.
  }
}

/** Returns the session, refreshed first if its token has expired. Never throws. */
export async function freshSession(): Promise<Session | null> {
  const session = currentSession()
  if (!session || !isDue(session, EXPIRED_MS) || refreshedJustNow()) return session
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
  const timer = setInterval(() => void check(), SESSION_CHECK_MS)
  const stop = onSessionChange((_, change) => {
    if (change === 'signed-in') lastRefreshed = Number.NEGATIVE_INFINITY
  })
  const stopStored = localStore.onChange(SESSION_KEY, adoptStored)
  const listening = new AbortController()
  const options = { signal: listening.signal }
  document.addEventListener('visibilitychange', checkIfVisible, options)
  window.addEventListener('online', checkIfVisible, options)
  window.addEventListener('pageshow', checkIfVisible, options)
  void check()
  return () => {
    clearInterval(timer)
    stop()
    stopStored()
    listening.abort()
  }
}
