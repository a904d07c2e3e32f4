import type { Session } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'

/** Returns the session of a signed-in person. */
export const sessionOf = (role: Role): Session => ({
  access_token: 'smoke-test',
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  session_id: 'smoke-test',
  user: {
    id: 'smoke-test',
    email: 'smoke-test@example.com',
    role,
    name: 'Smoke Test',
    company: null,
    time_zone: 'UTC',
    client_id: role === 'client' ? 'smoke-test' : null,
  },
})

/** The problem document with which every call of the API is answered. */
export const NOT_FOUND = { code: 'not_found', title: 'Not found', detail: 'The smoke test has no data.', status: 404 }
