import type { SignInResult } from '@portal/contract/factors'
import type { Role } from '@portal/contract/statuses'
import { problemOf } from './errors.ts'
import { fetchWithin } from './fetch-within.ts'
import { currentSession, setSession } from './session-store.ts'
import { toastError, toastSuccess } from './toasts.ts'

async function post(path: string, body: unknown, token?: string): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
  }
  if (token) headers['authorization'] = `Bearer ${token}`
  return fetchWithin(
    new Request(path, { method: 'POST', credentials: 'same-origin', headers, body: JSON.stringify(body) }),
  )
}

/**
 * Signs in at one of the two portals and stores the session. If the account requires a second
 * factor, returns its challenge instead. Throws `ApiError` ('invalid_credentials', 'wrong_portal',
 * …).
 */
export async function signIn(credentials: { email: string; password: string; portal: Role }): Promise<SignInResult> {
  const response = await post('/api/auth/sign-in', credentials)
  if (!response.ok) throw await problemOf(response)
  const answer = (await response.json()) as SignInResult
  if (!('second_factor' in answer)) setSession(answer, 'signed-in')
  return answer
}

/**
 * Signs out: revokes the session on the server and removes it here, even if the server cannot be
 * reached. Shows a toast with the outcome. The shell then opens `/`.
 */
export async function signOut(): Promise<void> {
  const token = currentSession()?.access_token
  let isRevoked = false
  try {
    const response = await post('/api/auth/sign-out', {}, token)
    // 401: the session had already ended.
    isRevoked = response.ok || response.status === 401
  } catch {
    isRevoked = false
  }
  setSession(null, 'signed-out')
  if (isRevoked) toastSuccess('Signed Out', 'You have been signed out successfully.')
  else toastError('Error', 'Failed to sign out. Please try again.')
}
