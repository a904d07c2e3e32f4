import type { Session } from '@portal/contract/auth'
import type { Challenge } from '@portal/contract/factors'
import {
  CLIENT_PASSWORD,
  codeIn,
  good,
  newDevice,
  newRecord,
  nextMail,
  post,
  registered,
  setupToken,
} from '../../../worker/src/testing/accounts.ts'
import { newAuthenticator } from '../../../worker/src/testing/authenticator.ts'
import { appCode, bearer, challenged, enrolled, signedIn, verify } from '../../../worker/src/testing/factors.ts'
import { callLink, invitedClient, linkCode, mailedLink, openLink } from '../../../worker/src/testing/one-tap.ts'
import { addedPasskey, creationOptions, newBrowser, requestOptions } from '../../../worker/src/testing/passkeys.ts'
import { newBookkeeper, stranger } from '../../../worker/src/testing/portal.ts'
import { resetToken, ticketPath } from './kinds.ts'

/** What works once. */

export const TIMES = 10

/** Uses it for the i-th time, 0 to `TIMES`, in a new browser unless the browser is part of it. */
type Use = (i: number) => Promise<Response>

const setUp = (token: string) =>
  post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD, timeZone: 'UTC' }, newBrowser())

/** A bookkeeper with a second factor. */
async function withApp() {
  const person = await registered()
  return { ...person, ...(await enrolled(await signedIn(person), person.password)) }
}

/** Creates one of each thing, by name. */
export const ONCE: Record<string, () => Promise<Use>> = {
  'a link to reset a password': async () => {
    const token = await resetToken((await registered()).email)
    return (i) => post('/api/auth/password/reset', { token, password: `reset-Password-${i}` })
  },
  'a setup token': async () => {
    const setup_token = await setupToken((await newRecord(await newBookkeeper())).email, 'signup')
    return (i) => post('/api/auth/client/password', { setup_token, password: `${CLIENT_PASSWORD}-${i}` })
  },
  'an invitation at the setup page': async () => {
    const { token } = await invitedClient()
    return () => setUp(token)
  },
  'an invitation in several browsers': async () => {
    const { token } = await invitedClient()
    return () => openLink(token, newBrowser())
  },
  'an invitation, with a password and without': async () => {
    const { token } = await invitedClient()
    return (i) => (i % 2 ? openLink(token, newBrowser()) : setUp(token))
  },
  'a one-tap link in several browsers': async () => {
    const { token } = await mailedLink()
    return () => openLink(token, newBrowser())
  },
  'a one-tap link in browsers without cookies': async () => {
    const { token } = await mailedLink()
    return () => openLink(token, { ...newBrowser(), cookie: '' })
  },
  'a code for another browser': async () => {
    const { client, token } = await mailedLink()
    await openLink(token)
    const laptop = newBrowser()
    const code = await linkCode(token, client.email, laptop)
    return () => callLink('confirm', { token, code }, laptop)
  },
  'a code of an app': async () => {
    const person = await withApp()
    const challenge = await challenged(person)
    return () => verify(challenge, appCode(person.secret))
  },
  'a recovery code': async () => {
    const person = await withApp()
    const challenges: Challenge[] = []
    // Not all at once: that is too many attempts of one account.
    while (challenges.length <= TIMES) challenges.push(await challenged(person))
    return (i) => verify(challenges[i] as Challenge, person.codes[0] ?? '')
  },
  'a mailed code that proves the owner': async () => {
    const { client, token } = await mailedLink()
    const phone = newDevice()
    const headers = { ...bearer(await good<Session>(openLink(token, phone))), ...phone }
    await good(post('/api/auth/factors/email-code', {}, headers))
    const email_code = codeIn(await nextMail(client.email, 'Your code to change how you sign in'))
    return () => post('/api/auth/passkeys/options', { email_code }, headers)
  },
  'a response of a passkey': async () => {
    const authenticator = newAuthenticator()
    await addedPasskey(await signedIn(await registered()), authenticator)
    const browser = newBrowser()
    const passkey = authenticator.signIn(await requestOptions(browser))
    return () => post('/api/auth/passkeys/sign-in', { portal: 'bookkeeper', passkey }, browser)
  },
  'a challenge for a new passkey': async () => {
    const session = await signedIn(await registered())
    const options = await creationOptions(session)
    return () => post('/api/auth/passkeys', newAuthenticator().create(options), bearer(session))
  },
  'a download ticket': async () => {
    const path = await ticketPath()
    return () => stranger.fetch(path)
  },
}
