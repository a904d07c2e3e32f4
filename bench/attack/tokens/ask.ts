import type { Session } from '@portal/contract/auth'
import { cookieOf, post } from '../../../worker/src/testing/accounts.ts'
import { stranger } from '../../../worker/src/testing/portal.ts'

/** Asks with something in place of an access token. */
export const asBearer = (path: string, token: string) =>
  stranger.fetch(path, { headers: { authorization: `Bearer ${token}` } })

/** Asks for a new access token. */
export const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  post('/api/auth/refresh', {}, { cookie, ...headers })

/** Sets a new password by a link. */
export const reset = (token: string, password = 'another-Password-8') =>
  post('/api/auth/password/reset', { token, password })

/** Somebody signed in, with the cookie. */
export async function opened(
  credentials: { email: string; password: string },
  portal: 'bookkeeper' | 'client' = 'bookkeeper',
) {
  const answer = await post('/api/auth/sign-in', { ...credentials, portal })
  const cookie = cookieOf(answer)
  return { cookie, session: (await answer.json()) as Session }
}
