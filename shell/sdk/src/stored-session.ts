import type { Session } from '@portal/contract/auth'

/** The one key under which the session record lies in local storage. */
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

/** The session as local storage has it now; another tab may be ahead of this one. */
export function storedSession(): Session | null {
  try {
    return parse(localStorage.getItem(SESSION_KEY))
  } catch {
    return null
  }
}

/** Puts a session (or, with null, none) where every tab finds it. */
export function storeSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // Storage may be full or forbidden: the session then lives in this tab alone.
  }
}
