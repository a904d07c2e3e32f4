import { setSession } from '@portal/sdk'
import { uuid } from './uuid.tsx'

/** Signs in a bookkeeper in UTC, with empty local storage. */
export function signInBookkeeper(): void {
  localStorage.clear()
  const user = {
    id: uuid(1),
    email: 'bea@example.com',
    role: 'bookkeeper' as const,
    name: 'Bea',
    company: null,
    time_zone: 'UTC',
    client_id: null,
  }
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  setSession({ access_token: 'token', expires_at, session_id: uuid(2), user }, 'signed-in')
}
