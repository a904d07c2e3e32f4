import { hashPassword } from '../../worker/src/portal/auth/passwords/password-hash.ts'
import { newSignUp, post, registered, signedUpClient } from '../../worker/src/testing/accounts.ts'
import { callLink, expireLinks, mailedLink, turnLinks } from '../../worker/src/testing/one-tap.ts'
import { newBrowser } from '../../worker/src/testing/passkeys.ts'
import { bookkeeperRows } from '../../worker/src/testing/people-rows.ts'
import { insert, newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { attack } from './lib/attack.ts'
import { signIn } from './lib/people.ts'
import { drain, fromNewAddress } from './lib/requests.ts'

/**
 * Whether the response, or the time it takes, reveals who has an account or which links there are. On the clients' page
 * it reveals accounts, on purpose.
 */

const unknownEmail = (): string => `${unique('nobody')}@example.com`

/** Requests that must not reveal accounts. Each comes from another network: one that sends many is refused. */
const REQUESTS: Record<string, (email: string) => Promise<Response>> = {
  'a password reset': (email) => post('/api/auth/password/reset-request', { email }, fromNewAddress()),
  'a wrong password': (email) => signIn({ email, password: 'wrong-one' }, fromNewAddress()),
}

/** Returns status and body of a response, without what differs between equal responses. */
async function contentOf(response: Response | Promise<Response>): Promise<string> {
  const answer = await response
  return `${answer.status} ${(await answer.text()).replace(/"request_id":"[^"]*"/, '')}`
}

/** Returns a response with its headers, without what differs between equal responses. */
async function fingerprint(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) =>
    /^(date|x-request-id|set-cookie)$/.test(name) ? name : `${name}: ${value}`,
  )
  return [await contentOf(response), ...headers.toSorted()].join('\n')
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
  for (const [what, ask] of Object.entries(REQUESTS)) {
    const expected = await fingerprint(await ask(unknownEmail()))
    for (const [who, { email }] of Object.entries(known)) {
      const seen = await fingerprint(await ask(email))
      t.check(seen === expected, `${what} of ${who}: ${seen} instead of ${expected}`)
    }
  }
})

attack('links revealed by a response', async (t) => {
  const [expired, off] = [await mailedLink(), await mailedLink()]
  await expireLinks(expired.client.userId)
  await turnLinks(off.bookkeeper, false)
  for (const action of ['look-up', 'open', 'code', 'confirm', 'renew']) {
    const answer = (token: string) =>
      contentOf(callLink(action, { token, code: '123456', path: '/client-chat' }, newBrowser()))
    const expected = await answer('x'.repeat(43))
    for (const [what, { token }] of Object.entries({ expired, off }))
      t.check((await answer(token)) === expected, `${action} tells a link that is ${what} from an unknown one`)
  }
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
async function timeRound(ask: (email: string) => Promise<Response>, passwordHash: string): Promise<number> {
  const emails = Array.from({ length: PAIRS }, () => `${unique('known')}@example.com`)
  const people = emails.map((email) => bookkeeperRows(email, 'Bea'))
  await insert(people.flatMap((person) => person.rows))
  const sql = 'UPDATE auth_users SET password_hash = ? WHERE id = ?'
  await insert(people.map(({ userId }) => ({ sql, args: [passwordHash, userId] })))
  const [known, unknown]: [number[], number[]] = [[], []]
  const time = async (email: string, times: number[]) => {
    const began = performance.now()
    await drain(ask(email))
    times.push(performance.now() - began)
  }
  for (const [i, email] of emails.entries()) {
    const pair = [() => time(email, known), () => time(unknownEmail(), unknown)]
    for (const next of i % 2 ? pair : pair.toReversed()) await next()
  }
  return advantage(known, unknown)
}

attack('accounts revealed by the duration', async (t) => {
  const passwordHash = await hashPassword('the-right-one-1')
  for (const [what, ask] of Object.entries(REQUESTS)) {
    const rounds = [await timeRound(ask, passwordHash)]
    while (Math.abs(rounds[0] ?? 0) > SUSPICIOUS && rounds.length < ROUNDS)
      rounds.push(await timeRound(ask, passwordHash))
    const average = rounds.reduce((sum, round) => sum + round, 0) / rounds.length
    t.notes.push(`${what}: advantage ${rounds.map((round) => round.toFixed(2)).join(', ')}`)
    t.check(Math.abs(average) <= REVEALED, `known addresses differ in the time of ${what}: ${average.toFixed(2)}`)
  }
})
