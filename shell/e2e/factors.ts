import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { linkFor, PASSWORD, unique } from './people.ts'

/** Returns the code of an authenticator app, now or `ahead` steps of 30 seconds later. */
export function appCode(secret: string, ahead = 0): string {
  const step = Math.floor(Date.now() / 30_000) + ahead
  return generateHOTP(decodeBase32IgnorePadding(secret.replace(/\s/g, '')), BigInt(step), 6)
}

async function post(url: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Creates a bookkeeper with a confirmed address. */
export async function newBookkeeper(
  url: string,
  name: string,
  email = `${unique('bookkeeper')}@example.com`,
): Promise<{ email: string; name: string }> {
  await post(url, '/api/auth/sign-up', { name, email, password: PASSWORD })
  const token = new URL(await linkFor(url, email, /\?confirm=/)).searchParams.get('confirm')
  await post(url, '/api/auth/confirm', { token })
  return { email, name }
}
