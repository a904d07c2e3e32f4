import type { CreatedGuestLink } from '@portal/contract/guests'
import { type UnsubscribeLink, unsubscribeUrl } from '../../../worker/src/platform/mail/mail-switches.ts'
import { ask } from '../../../worker/src/testing/access-fixture.ts'
import {
  CLIENT_PASSWORD,
  good,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  setupToken,
  tokenIn,
} from '../../../worker/src/testing/accounts.ts'
import { appCode, challenged, enrolled, signedIn, verify } from '../../../worker/src/testing/factors.ts'
import { makeLink, openLink as openGuestLink } from '../../../worker/src/testing/guests.ts'
import { callLink, invitedClient, mailedLink } from '../../../worker/src/testing/one-tap.ts'
import { newBrowser } from '../../../worker/src/testing/passkeys.ts'
import { newBookkeeper, portalUrl, stranger, unique } from '../../../worker/src/testing/portal.ts'
import { newWork, submit, uploaded } from '../../../worker/src/testing/sections.ts'
import { underTest } from '../../../worker/src/testing/under-test.ts'
import { send } from '../../../worker/src/testing/work.ts'
import { newSession } from '../lib/people.ts'
import { drain, fromNewAddress } from '../lib/requests.ts'

/** Every kind of secret text that the portal gives out, and the route that takes it. */

/** A secret text, which is valid, and a request with it, or with another one in its place. */
export interface Kind {
  token: string
  use: (token: string) => Promise<Response>
}

/** Returns requests from a new network, since those of a network are limited. */
const posting = (path: string, body: (token: string) => object) => (token: string) =>
  post(path, body(token), fromNewAddress())

/** Requests a link to reset a password and reads it from the mailbox. */
export async function resetToken(email: string): Promise<string> {
  await drain(post('/api/auth/password/reset-request', { email }))
  return tokenIn(await nextMail(email, 'Set a new password'), 'reset')
}

/** Submits a file. @returns the address of its download */
export async function ticketPath(): Promise<string> {
  const { bookkeeper, client, first } = await newWork()
  await good(submit(client, first.id, { name: 'Ann', scan: [await uploaded(client, first.id, 'passport.pdf')] }))
  return (await good<{ path: string }>(send(bookkeeper, 'POST', '/api/downloads', { assignment: first.id }))).path
}

async function confirmation(): Promise<string> {
  const person = newSignUp()
  await drain(post('/api/auth/sign-up', person))
  return tokenIn(await nextMail(person.email, 'Confirm your email address'), 'confirm')
}

/** Creates one of each kind, by name. */
export async function newTokens(): Promise<Record<string, Kind>> {
  const { session, cookie } = await newSession(await registered())
  const person = await registered()
  const { secret } = await enrolled(await signedIn(person), person.password)
  const { challenge, ...factor } = await challenged(person)
  const { client, first } = await newWork()
  const guestLink = await good<CreatedGuestLink>(makeLink(client, first.id))
  const mails: UnsubscribeLink = { address: `${unique('mails')}@example.com`, kinds: ['messages'] }
  return {
    'an access token': { token: session.access_token, use: (token) => ask(token, 'GET', '/api/auth/role') },
    'a refresh token': {
      token: cookie.split('=')[1] ?? '',
      use: (token) => post('/api/auth/refresh', {}, { cookie: `portal_refresh=${token}`, ...fromNewAddress() }),
    },
    'a challenge of a second factor': {
      token: challenge,
      use: (token) => verify({ ...factor, challenge: token }, appCode(secret)),
    },
    'a link to reset a password': {
      token: await resetToken((await registered()).email),
      use: posting('/api/auth/password/reset', (token) => ({ token, password: 'another-Password-8' })),
    },
    'a link to confirm an address': {
      token: await confirmation(),
      use: posting('/api/auth/confirm', (token) => ({ token })),
    },
    'a setup token': {
      token: await setupToken((await newRecord(await newBookkeeper())).email, 'signup'),
      use: posting('/api/auth/client/password', (token) => ({ setup_token: token, password: CLIENT_PASSWORD })),
    },
    'an invitation': {
      token: (await invitedClient()).token,
      use: posting('/api/auth/invitation/accept', (token) => ({ token, password: CLIENT_PASSWORD })),
    },
    'a one-tap link': {
      token: (await mailedLink()).token,
      use: (token) => callLink('open', { token }, newBrowser()),
    },
    'a guest link': { token: guestLink.token, use: (token) => openGuestLink(token, newBrowser()) },
    'a download ticket': {
      token: (await ticketPath()).split('/').at(-1) ?? '',
      use: (token) => stranger.fetch(`/api/downloads/${encodeURIComponent(token)}`),
    },
    'a link about mails': {
      token: new URL(unsubscribeUrl(portalUrl, underTest.authSecret, mails)).searchParams.get('token') ?? '',
      use: (token) => post(`/api/mail/link/off?token=${encodeURIComponent(token)}`, {}, fromNewAddress()),
    },
  }
}
