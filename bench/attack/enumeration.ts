import { hashPassword } from '../../worker/src/auth/passwords/password-hash.ts'
import { good, newSignUp, post, registered, signedUpClient } from '../../worker/src/testing/accounts.ts'
import { bookkeeperRows } from '../../worker/src/testing/people-rows.ts'
import { insert, newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { change } from '../../worker/src/testing/work.ts'
import { childrenOf, cpuOf, median } from '../cpu.ts'
import { attack } from './lib/attack.ts'
import { signIn } from './lib/people.ts'
import { drain, fromNewAddress } from './lib/requests.ts'

// Whether a response reveals which addresses have an account. On the clients' page it does, on purpose.

const unknownEmail = (): string => `${unique('nobody')}@example.com`
// Each request comes from a new IP address: one that sends many is refused for every account.
const requestReset = (email: string) => post('/api/auth/password/reset-request', { email }, fromNewAddress())
const tryPassword = (email: string) => signIn({ email, password: 'wrong-one' })

/** Returns a response without the values that differ between equal responses. */
async function fingerprint(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) =>
    /^(date|x-request-id|set-cookie)$/.test(name) ? name : `${name}: ${value}`,
  )
  const text = (await response.text()).replace(/"request_id":"[^"]*"/, '')
  return [response.status, ...headers.toSorted(), text].join('\n')
}

attack('accounts revealed by a response', async (t) => {
  const unconfirmed = newSignUp()
  await drain(post('/api/auth/sign-up', unconfirmed))
  const known = {
    'a bookkeeper': await registered(),
    'an unconfirmed sign-up': unconfirmed,
    'a client': await signedUpClient(await newBookkeeper()),
    'an account without a password': await newBookkeeper(),
  }
  for (const [what, ask] of Object.entries({ 'password reset': requestReset, 'wrong password': tryPassword })) {
    const expected = await fingerprint(await ask(unknownEmail()))
    for (const [who, { email }] of Object.entries(known)) {
      const seen = await fingerprint(await ask(email))
      t.check(seen === expected, `${what} of ${who}: ${seen} instead of ${expected}`)
    }
  }
})

// CPU time, because other work on the machine does not change it.
attack('accounts revealed by the CPU time of a wrong password', async (t) => {
  const [known, unknown]: [number[], number[]] = [[], []]
  const pids = childrenOf(process.pid, 'workerd')
  const password = await hashPassword('the-right-one-1')
  const measure = async (email: string): Promise<number> => {
    const before = cpuOf(pids)
    await drain(tryPassword(email))
    return cpuOf(pids) - before
  }
  for (let i = 0; i < 9; i++) {
    const { email, userId } = await newBookkeeper()
    await change('UPDATE auth_users SET password_hash = ? WHERE id = ?', password, userId)
    known.push(await measure(email))
    unknown.push(await measure(unknownEmail()))
  }
  const [ofKnown, ofUnknown] = [median(known), median(unknown)]
  t.notes.push(`${ofKnown} ms for known and ${ofUnknown} ms for unknown addresses`)
  t.check(ofUnknown >= 50, 'no password was hashed for an unknown address')
  t.check(ofKnown / ofUnknown < 1.5 && ofUnknown / ofKnown < 1.5, t.notes.join())
})

/** Pairs of a round. By chance one of eight rounds exceeds `SUSPICIOUS`, and one of many thousand runs `REVEALED`. */
const PAIRS = 40
const ROUNDS = 3
const SUSPICIOUS = 0.1
const REVEALED = 0.15

/** Returns how often a value of `a` exceeds one of `b`, minus the 0.5 of equal distributions. */
function advantage(a: readonly number[], b: readonly number[]): number {
  const above = a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)))
  return above.reduce((sum: number, n) => sum + n, 0) / above.length - 0.5
}

/** Times pairs of requests. The order within a pair alternates, so that other work affects both alike. */
async function timeRound(): Promise<number> {
  const emails = Array.from({ length: PAIRS }, () => `${unique('known')}@example.com`)
  await insert(emails.flatMap((email) => bookkeeperRows(email, 'Bea').rows))
  const [known, unknown]: [number[], number[]] = [[], []]
  const time = async (email: string, times: number[]) => {
    const began = performance.now()
    await good(requestReset(email))
    times.push(performance.now() - began)
  }
  for (const [i, email] of emails.entries()) {
    const pair = [() => time(email, known), () => time(unknownEmail(), unknown)]
    for (const ask of i % 2 ? pair : pair.toReversed()) await ask()
  }
  return advantage(known, unknown)
}

attack('accounts revealed by the duration of a password reset', async (t) => {
  const rounds = [await timeRound()]
  while (Math.abs(rounds[0] ?? 0) > SUSPICIOUS && rounds.length < ROUNDS) rounds.push(await timeRound())
  const average = rounds.reduce((sum, r) => sum + r, 0) / rounds.length
  t.notes.push(`${rounds.length * PAIRS} pairs, advantage ${rounds.map((r) => r.toFixed(2)).join(', ')}`)
  t.check(Math.abs(average) <= REVEALED, `known addresses differ in time: ${average.toFixed(2)}`)
})
