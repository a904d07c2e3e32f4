import type { Session } from '@portal/contract/auth'
import { SESSION_REFRESH_WITHIN_MS } from '@portal/contract/limits'

/** Lock of the one tab that may use the refresh token. */
export const REFRESH_LOCK = 'portal.session.refresh'
/** A token that expires within this time, in ms, is not sent. */
export const EXPIRED_MS = 2_000
/** A refresh without a response is retried after this time, in ms, with the same key. */
const REFRESH_TIMEOUT_MS = 30_000
const REPEAT_KEY = 'portal.session.repeat'

/** Returns whether the access token expires within `within` ms. */
export function isDue(session: Session, now: number = Date.now(), within: number = SESSION_REFRESH_WITHIN_MS): boolean {
  return Date.parse(session.expires_at) - now <= within
}

/**
 * Returns the idempotency key of the refresh that replaces this access token. With the same key,
 * the server repeats a response that was lost; a refresh token that is used twice without it ends
 * the session.
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

/** Requests a new session. Call it with `REFRESH_LOCK` held. Rejects if there is no response. */
export function requestRefresh(session: Session): Promise<Response> {
  return fetch('/api/auth/refresh', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'idempotency-key': repeatKey(session) },
    // The refresh token is used up, so a page that is being left must still receive the new cookie.
    keepalive: true,
    // The other tabs wait for the lock.
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  })
}
