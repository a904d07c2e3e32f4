import type { SignInResult } from '@portal/contract/factors'
import type { Role } from '@portal/contract/statuses'
import { api, call } from './api.ts'
import { fetchWithin } from './fetch-within.ts'
import { currentSession, setSession } from './session-store.ts'
import { toastError, toastSuccess } from './toasts.ts'

/**
 * Signs in at one of the two portals and stores the session. If the account requires a second
 * factor, returns its challenge instead. Throws `ApiError` ('invalid_credentials', 'wrong_portal',
 * …).
 */
export async function signIn(credentials: { email: string; password: string; portal: Role }): Promise<SignInResult> {
  const result = await call(api.auth['sign-in'].$post({ json: credentials }))
  if (!('second_factor' in result)) setSession(result, 'signed-in')
  return result
}

/**
 * Signs out: revokes the session on the server and removes it here, even if the server cannot be
 * reached. Shows a toast with the outcome. The shell then opens `/`.
 */
export async function signOut(): Promise<void> {
  const token = currentSession()?.access_token
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetchWithin(new Request('/api/auth/sign-out', { method: 'POST', headers })).catch(
    () => undefined,
  )
  setSession(null, 'signed-out')
  // 401: the session had already ended.
  if (response?.ok || response?.status === 401) toastSuccess('Signed Out', 'You have been signed out successfully.')
  else toastError('Error', 'Failed to sign out. Please try again.')
}
