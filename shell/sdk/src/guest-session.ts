import type { Session } from '@portal/contract/auth'
import { problemOf } from './errors.ts'
import { fetchWithin } from './fetch-within.ts'
import { isTemporary } from './retry.ts'
import { setSession } from './session-store.ts'

/** The link of this tab's guest session. */
let link: string | undefined

// Without an access token, and so without refreshing one first.
async function openLink(token: string): Promise<Session> {
  const response = await fetchWithin(
    new Request('/api/auth/guest-links/open', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  )
  if (!response.ok) throw await problemOf(response)
  return (await response.json()) as Session
}

/**
 * Begins a guest session in this tab by opening a link. Other tabs of the browser do not share it, and
 * keep their session. Throws `ApiError` ('invalid_link', 'forbidden' when another browser has used the
 * link).
 */
export async function startGuestSession(token: string): Promise<void> {
  const session = await openLink(token)
  link = token
  setSession(session, 'signed-in')
}

/**
 * Renews the guest session of this tab by opening its link again. Returns the session, or null when
 * the link no longer works. Throws `ApiError` if the server cannot be reached.
 */
export async function renewGuestSession(): Promise<Session | null> {
  try {
    const session = await openLink(link ?? '')
    setSession(session, 'refreshed')
    return session
  } catch (error) {
    if (isTemporary(error)) throw error
    setSession(null, 'ended')
    return null
  }
}
