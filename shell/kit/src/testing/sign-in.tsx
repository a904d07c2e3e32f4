import type { Role } from '@portal/contract/statuses'
import { setSession } from '@portal/sdk'
import { uuid } from './uuid.tsx'

/** Signs in a bookkeeper in UTC, with empty local storage. */
export const signInBookkeeper = (): void => signIn('bookkeeper', null)

/** Signs in a client in UTC, with empty local storage. */
export const signInClient = (): void => signIn('client', uuid(3))

function signIn(role: Role, client_id: string | null): void {
  localStorage.clear()
  const user = {
    id: uuid(1),
    email: 'bea@example.com',
    role,
    name: 'Bea',
    company: null,
    time_zone: 'UTC',
    client_id,
  }
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  setSession({ access_token: 'token', expires_at, session_id: uuid(2), user }, 'signed-in')
}
