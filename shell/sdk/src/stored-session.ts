import type { Session } from '@portal/contract/auth'

/** Key of the session in local storage. */
export const SESSION_KEY = 'portal.session'

const isSession = (v: unknown): v is Session =>
  typeof v === 'object' &&
  v !== null &&
  'access_token' in v &&
  'expires_at' in v &&
  'user' in v &&
  typeof v.user === 'object' &&
  v.user !== null

function parse(text: string | null): Session | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isSession(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the session in local storage, which another tab may have changed. */
export function storedSession(): Session | null {
  try {
    return parse(localStorage.getItem(SESSION_KEY))
  } catch {
    return null
  }
}

/** Stores the session for all tabs; null removes it. */
export function storeSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // Storage is full or blocked: the session lives in this tab only.
  }
}
