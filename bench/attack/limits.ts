import { setTimeout } from 'node:timers/promises'
import { newDevice, registered } from '../../worker/src/testing/accounts.ts'
import type { Credentials } from '../../worker/src/testing/factors.ts'
import { newAddress } from '../../worker/src/testing/new-address.ts'
import { attack } from './lib/attack.ts'
import { signIn } from './lib/people.ts'
import { atOnce, drain, fromNewAddress } from './lib/requests.ts'

/** Floods of wrong passwords, which must not keep the owner of an account out. Each costs the portal a hash. */

const guess = (i: number): Credentials => ({ email: `nobody-${i}@example.com`, password: 'wrong-password-1!' })

attack('wrong passwords from one network during a sign-in', async (t) => {
  const owner = await registered()
  const address = fromNewAddress()
  const guesses = atOnce(200, (i) => drain(signIn(guess(i), address)))
  const started = performance.now()
  await t.accepts('the sign-in', signIn(owner, fromNewAddress()))
  const took = performance.now() - started
  await guesses
  const all = performance.now() - started
  t.check(took < all / 2, `the sign-in waited ${Math.round(took)} of ${Math.round(all)} ms behind 200 guesses`)
})

/** Signs in with a new browser. @returns the cookies of the browser, which the account knows from now on */
async function knownBrowser(owner: Credentials): Promise<{ cookie: string }> {
  const first = await signIn(owner, fromNewAddress())
  await drain(first)
  return {
    cookie: first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}

/** Signs in like `signIn`, but does not try again when the portal is busy. */
const signInOnce = (url: string, { email, password }: Credentials, headers: Record<string, string>) =>
  fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password, portal: 'bookkeeper' }),
  })

/** Sends ten wrong passwords a second, each from the next address, until `work` is done. */
async function duringFlood(url: string, addressOf: (i: number) => string, work: () => Promise<void>): Promise<void> {
  const sent: Promise<string>[] = []
  const timer = setInterval(() => {
    const i = sent.length
    sent.push(drain(signInOnce(url, guess(i), { 'cf-connecting-ip': addressOf(i) })))
  }, 100)
  // Until many more wait than the portal handles before they time out.
  await setTimeout(10_000)
  await work().finally(() => clearInterval(timer))
  await Promise.all(sent)
}

attack('wrong passwords from many networks during a sign-in', async (t, { url }) => {
  const owner = await registered()
  const browser = await knownBrowser(owner)
  const entersSoon = async (who: string, headers: Record<string, string>) => {
    const started = performance.now()
    const { status } = await signInOnce(url, owner, { ...fromNewAddress(), ...headers })
    const took = Math.round(performance.now() - started)
    t.notes.push(`${who}: ${took} ms`)
    t.check(status === 200 && took < 5000, `${who}: ${status} after ${took} ms`)
  }
  const site = newAddress()
  const inSite = (i: number) => site.replace('::1', `:${i.toString(16)}::1`)
  await duringFlood(url, inSite, async () => {
    await entersSoon('a known browser during a flood from one site', browser)
    await entersSoon('a new browser during a flood from one site', newDevice())
  })
  await duringFlood(url, newAddress, () => entersSoon('a known browser during a flood from many sites', browser))
})
