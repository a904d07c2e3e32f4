import type { Session } from '@portal/contract/auth'
import { SESSION_REFRESH_WITHIN_MS } from '@portal/contract/limits'

/** Held by the one tab that spends the refresh token. */
export const REFRESH_LOCK = 'portal.session.refresh'
/** A token that has less left, in ms, is not worth sending. */
export const EXPIRED_MS = 2_000
/** A refresh that has no answer by then is tried again later, with the same key. */
const REFRESH_WITHIN_MS = 30_000
const REPEAT_KEY = 'portal.session.repeat'

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

/** Asks the server for a session in place of this one. To be called by the holder of `REFRESH_LOCK`. Rejects when no answer comes. */
export function requestRefresh(session: Session): Promise<Response> {
  return fetch('/api/auth/refresh', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'idempotency-key': repeatKey(session) },
    // A page that is left meanwhile must still get the new cookie: the old one has been spent.
    keepalive: true,
    // The other tabs wait for it.
    signal: AbortSignal.timeout(REFRESH_WITHIN_MS),
  })
}
