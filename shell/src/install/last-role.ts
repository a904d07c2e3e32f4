import type { Role } from '@portal/contract/statuses'

/** The portal that was used last on this device. It is no personal data, so it stays after signing out. */
const KEY = 'portal.role'

export function rememberRole(role: Role): void {
  try {
    localStorage.setItem(KEY, role)
  } catch {
    // Storage is blocked.
  }
}

/** Returns the role of the last user of this device; bookkeeper if there was none. */
export function lastRole(): Role {
  try {
    return localStorage.getItem(KEY) === 'client' ? 'client' : 'bookkeeper'
  } catch {
    return 'bookkeeper'
  }
}
