import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import type { Challenge, Enrollment, RecoveryCodes, SecondFactorRequired } from '@portal/contract/factors'
import type { Session } from '@portal/contract/auth'
import { good, post } from './accounts.ts'
import { newAddress } from './new-address.ts'
import { insert, stranger } from './portal.ts'

/** Actions of a person with an authenticator app. */

/** Returns the code that an app shows now, or `ahead` steps later. */
export function appCode(secret: string, ahead = 0): string {
  const step = Math.floor(Date.now() / 30_000) + ahead
  return generateHOTP(decodeBase32IgnorePadding(secret), BigInt(step), 6)
}

/** Returns a code that is wrong now and in neighboring steps. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((ahead) => appCode(secret, ahead))
  for (let n = 0; ; n++) {
    const code = String(n).padStart(6, '0')
    if (!right.includes(code)) return code
  }
}

/** Forgets the last used step, so that a code of any step is accepted next. */
export const forgetSteps = (userId: string): Promise<void> =>
  insert([{ sql: 'UPDATE auth_factors SET last_step = 0 WHERE user_id = ?', args: [userId] }])

export const bearer = (session: Session): Record<string, string> => ({
  authorization: `Bearer ${session.access_token}`,
})

/** Sends DELETE with a JSON body. */
export const del = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
  stranger.fetch(path, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** An account with a second factor. */
export interface Enrolled {
  factorId: string
  secret: string
  codes: string[]
}

/** Turns on the second factor of the signed-in account. */
export async function enrolled(session: Session, password: string): Promise<Enrolled> {
  const { id, secret } = await good<Enrollment>(post('/api/auth/factors', { password }, bearer(session)))
  const { challenge } = await good<Challenge>(post(`/api/auth/factors/${id}/challenge`, {}, bearer(session)))
  const verified = await good<RecoveryCodes>(
    post(`/api/auth/factors/${id}/verify`, { challenge, code: appCode(secret) }),
  )
  await forgetSteps(session.user.id)
  return { factorId: id, secret, codes: verified.recovery_codes }
}

export interface Credentials {
  email: string
  password: string
}

/** Signs in to an account without a second factor. */
export const signedIn = (
  { email, password }: Credentials,
  portal: 'bookkeeper' | 'client' = 'bookkeeper',
): Promise<Session> => good<Session>(post('/api/auth/sign-in', { email, password, portal }))

/** Signs in with the correct password. @returns the challenge for the second factor */
export async function challenged(
  { email, password }: Credentials,
  portal: 'bookkeeper' | 'client' = 'bookkeeper',
): Promise<Challenge> {
  return (await good<SecondFactorRequired>(post('/api/auth/sign-in', { email, password, portal }))).second_factor
}

/** Answers a challenge with a code. Each answer comes from another network, since those of a network are limited. */
export const verify = (
  { factor_id, challenge }: Challenge,
  code: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  post(`/api/auth/factors/${factor_id}/verify`, { challenge, code }, { ...headers, 'cf-connecting-ip': newAddress() })
