import { registered } from '../../../worker/src/testing/accounts.ts'
import { type Deviation, newAuthenticator } from '../../../worker/src/testing/authenticator.ts'
import { signedIn } from '../../../worker/src/testing/factors.ts'
import {
  addedPasskey,
  creationOptions,
  newBrowser,
  requestOptions,
  signInWith,
} from '../../../worker/src/testing/passkeys.ts'
import { portalUrl } from '../../../worker/src/testing/portal.ts'
import { attack } from '../lib/attack.ts'
import { fromNewAddress } from '../lib/requests.ts'
import { add, countOf, enter, owner } from './owner.ts'

/** Passkeys: responses for other sites, without the user, and damaged. */

const { origin, port } = new URL(portalUrl)

/** What an authenticator must not do, or a page of another site makes it do. */
const DEVIATIONS: Record<string, Deviation> = {
  'another site': { origin: 'https://evil.example', rpId: 'evil.example' },
  'the page of another site': { origin: 'https://evil.example' },
  'a site whose name begins alike': { origin: `${origin}.evil.example` },
  'another port': { origin: origin.replace(port, String(Number(port) + 1)) },
  'another scheme': { origin: origin.replace('http:', 'https:') },
  'a path': { origin: `${origin}/` },
  'no page': { origin: 'null' },
  'the id of another site': { rpId: 'evil.example' },
  'no id of a site': { rpId: '' },
  'a frame of another site': { crossOrigin: true },
  'no touch': { userPresent: false },
  'no verification of the user': { userVerified: false },
  'neither touch nor verification': { userPresent: false, userVerified: false },
}

attack('responses for other sites, and without the user', async (t) => {
  const { session, authenticator } = await owner()
  for (const [what, deviation] of Object.entries(DEVIATIONS)) {
    await t.refuses(`a sign-in with ${what}`, signInWith(authenticator, 'bookkeeper', deviation), 'passkey_refused')
    const response = newAuthenticator().create(await creationOptions(session), deviation)
    await t.refuses(`a new passkey with ${what}`, add(session, response), 'passkey_refused')
  }
  const swapped = { type: 'webauthn.create' }
  await t.refuses('a creation as a sign-in', signInWith(authenticator, 'bookkeeper', swapped), 'passkey_refused')
  const signed = newAuthenticator().create(await creationOptions(session), { type: 'webauthn.get' })
  await t.refuses('a sign-in as a creation', add(session, signed), 'passkey_refused')
  t.check((await countOf(session)) === 1, 'a passkey was added')
  const copied = await registered()
  const counting = newAuthenticator({ counts: true })
  await addedPasskey(await signedIn(copied), counting)
  await t.accepts('a counter that grows', signInWith(counting, 'bookkeeper', { counter: 9 }))
  for (const counter of [9, 8, 0])
    await t.refuses(
      `a counter of ${counter} after 9`,
      signInWith(counting, 'bookkeeper', { counter }),
      'passkey_refused',
    )
})

attack('damaged responses', async (t) => {
  const { session, authenticator } = await owner()
  const browser = newBrowser()
  const good = authenticator.signIn(await requestOptions(browser))
  const flipped = (text: string) => text.slice(0, -3) + (text.at(-3) === 'A' ? 'B' : 'A') + text.slice(-2)
  const texts = [
    'A',
    'AAAA',
    'A'.repeat(4000),
    flipped(good.response.signature),
    'e30',
    'bnVsbA',
    'W10',
    'eyJ0eXBlIjoxfQ',
  ]
  for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const) {
    for (const text of texts) {
      const passkey = { ...good, response: { ...good.response, [field]: text } }
      await t.refuses(`${field} ${text.slice(0, 20)}`, enter(passkey, { ...browser, ...fromNewAddress() }))
    }
  }
  const { id } = newAuthenticator()
  await t.refuses('another raw id', enter({ ...good, rawId: id }, browser), 'passkey_refused')
  await t.refuses('an unknown id', enter({ ...good, id, rawId: id }, browser), 'passkey_unknown')
  await t.refuses('the other portal', enter(good, browser, 'client'), 'wrong_portal')
  await t.accepts('the undamaged response', enter(good, browser))
  for (const field of ['clientDataJSON', 'attestationObject'] as const) {
    for (const text of [...texts, 'A'.repeat(20_000), 'v2Ng', 'oWNmbXRkbm9uZQ']) {
      const created = newAuthenticator().create(await creationOptions(session))
      const damaged = { ...created, response: { ...created.response, [field]: text } }
      await t.refuses(`a new passkey with ${field} ${text.slice(0, 20)}`, add(session, damaged))
    }
  }
  t.check((await countOf(session)) === 1, 'a damaged passkey was added')
})
