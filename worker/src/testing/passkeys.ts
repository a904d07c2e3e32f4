import type { Session } from '@portal/contract/auth'
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '@portal/contract/passkeys'
import { good, newDevice, post } from './accounts.ts'
import { type Authenticator, type Deviation, newAuthenticator } from './authenticator.ts'
import { bearer } from './factors.ts'
import { newAddress } from './new-address.ts'

/** Actions of a person with passkeys. */

/** Adds a passkey to the signed-in account. */
export async function addedPasskey(session: Session, authenticator = newAuthenticator()): Promise<Passkey> {
  const options = await creationOptions(session)
  return good<Passkey>(post('/api/auth/passkeys', authenticator.create(options), bearer(session)))
}

/** Requests options for creating a passkey, soon after the sign-in. */
export const creationOptions = (session: Session): Promise<PasskeyCreationOptions> =>
  good<PasskeyCreationOptions>(post('/api/auth/passkeys/options', {}, bearer(session)))

/** Returns the headers of a new browser. Each is in another network, since attempts of a network are limited. */
export const newBrowser = () => ({
  ...newDevice(),
  'cf-connecting-ip': newAddress(),
})

/** Requests a challenge for a sign-in. */
export const requestOptions = (browser: Record<string, string>): Promise<PasskeyRequestOptions> =>
  good<PasskeyRequestOptions>(post('/api/auth/passkeys/sign-in/options', {}, browser))

/** Signs in with a passkey in a new browser. */
export async function signInWith(
  authenticator: Authenticator,
  portal: 'bookkeeper' | 'client' = 'bookkeeper',
  deviation: Deviation = {},
): Promise<Response> {
  const browser = newBrowser()
  const passkey = authenticator.signIn(await requestOptions(browser), deviation)
  return post('/api/auth/passkeys/sign-in', { portal, passkey }, browser)
}
