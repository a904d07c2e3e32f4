import type { Role } from '@portal/contract/statuses'
import { localStore } from '@portal/sdk'

/** The portal that was used last on this device. It is no personal data, so it stays after signing out. */
const KEY = 'portal.role'

export function rememberRole(role: Role): void {
  localStore.set(KEY, role)
}

/** Returns the role of the last user of this device; bookkeeper if there was none. */
export function lastRole(): Role {
  return localStore.get(KEY) === 'client' ? 'client' : 'bookkeeper'
}
