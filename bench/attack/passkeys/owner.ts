import type { Session } from '@portal/contract/auth'
import { post, registered } from '../../../worker/src/testing/accounts.ts'
import { newAuthenticator } from '../../../worker/src/testing/authenticator.ts'
import { bearer, del, signedIn } from '../../../worker/src/testing/factors.ts'
import { addedPasskey } from '../../../worker/src/testing/passkeys.ts'
import { countRows } from '../lib/database.ts'

/** A bookkeeper who is signed in and has a passkey. */
export async function owner() {
  const person = await registered()
  const session = await signedIn(person)
  const authenticator = newAuthenticator()
  return { ...person, session, authenticator, passkey: await addedPasskey(session, authenticator) }
}

export const enter = (passkey: unknown, browser: Record<string, string>, portal = 'bookkeeper') =>
  post('/api/auth/passkeys/sign-in', { portal, passkey }, browser)
export const begin = (session: Session, proof: object = {}) =>
  post('/api/auth/passkeys/options', proof, bearer(session))
export const add = (session: Session, response: unknown) => post('/api/auth/passkeys', response, bearer(session))
export const remove = (session: Session, id: string, proof: object) =>
  del(`/api/auth/passkeys/${id}`, proof, bearer(session))
export const countOf = ({ user }: Session) => countRows('passkeys WHERE user_id = ?', user.id)
