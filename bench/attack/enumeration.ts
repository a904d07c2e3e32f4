import { hashPassword } from '../../worker/src/auth/passwords/password-hash.ts'
import { good, newSignUp, post, registered, signedUpClient } from '../../worker/src/testing/accounts.ts'
import { bookkeeperRows } from '../../worker/src/testing/people-rows.ts'
import { insert, newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { change } from '../../worker/src/testing/work.ts'
import { childrenOf, cpuOf, median } from '../cpu.ts'
import { type Attack, Trial } from './attack.ts'

/** Who is known to the portal, from what it answers and from how long that takes. At the clients' door the specification tells by text. */

const nobody = (): string => `${unique('nobody')}@example.com`
let asked = 0
/** Each time from another address: one that asks often is refused, whoever it asks for. */
const elsewhere = (): Record<string, string> => ({ 'cf-connecting-ip': `2001:db8:${(++asked).toString(16)}::1` })
const reset = (email: string) => post('/api/auth/password/reset-request', { email }, elsewhere())
const signIn = (email: string) => post('/api/auth/sign-in', { email, password: 'wrong-one', portal: 'bookkeeper' })

/** All of an answer that does not change by itself. */
async function faceOf(answer: Response): Promise<string> {
  const headers = [...answer.headers].map(([name, value]) =>
    /^(date|x-request-id|set-cookie)$/.test(name) ? name : `${name}: ${value}`,
  )
  const text = (await answer.text()).replace(/"request_id":"[^"]*"/, '')
  return [answer.status, ...headers.toSorted(), text].join('\n')
}

async function byText(): Promise<Attack> {
  const trial = new Trial('who is known, by what is answered')
  const person = await registered()
  const unconfirmed = newSignUp()
  await post('/api/auth/sign-up', unconfirmed)
  const client = await signedUpClient(await newBookkeeper())
  const { email: withoutPassword } = await newBookkeeper()
  const known = {
    'a bookkeeper': person.email,
    'one who has not confirmed': unconfirmed.email,
    'a client': client.email,
    'one without a password': withoutPassword,
  }
  for (const [ask, at] of [
    [reset, 'a forgotten password'],
    [signIn, 'a wrong password'],
  ] as const) {
    const unknown = await faceOf(await ask(nobody()))
    for (const [who, email] of Object.entries(known)) {
      const face = await faceOf(await ask(email))
      trial.must(face === unknown, `${at} of ${who}: ${face} and not ${unknown}`)
    }
  }
  return trial.result()
}

/** The work of a wrong password is one hash, whoever it is: judged by processor time, which a busy machine does not change. */
async function byWork(): Promise<Attack> {
  const trial = new Trial('who is known, by the work of a wrong password')
  const used: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const pids = childrenOf(process.pid, 'workerd')
  const password = await hashPassword('the-right-one-1')
  for (let i = 0; i < 9; i++) {
    const { email, userId } = await newBookkeeper()
    await change('UPDATE auth_users SET password_hash = ? WHERE id = ?', password, userId)
    for (const [who, address] of [
      ['known', email],
      ['unknown', nobody()],
    ] as const) {
      const before = cpuOf(pids)
      await (await signIn(address)).text()
      used[who].push(cpuOf(pids) - before)
    }
  }
  const [known, unknown] = [median(used.known), median(used.unknown)]
  trial.must(
    unknown >= 50 && known / unknown < 1.5 && unknown / known < 1.5,
    `${known} ms for known addresses, ${unknown} ms for unknown ones`,
  )
  return { ...trial.result(), tried: `${used.known.length * 2} sign-ins; ${known} and ${unknown} ms of processor time` }
}

/** How often a sample of `a` is above one of `b`: 0.5 where nobody could tell them apart. */
function advantage(a: readonly number[], b: readonly number[]): number {
  let above = 0
  for (const x of a) for (const y of b) above += x > y ? 1 : x === y ? 0.5 : 0
  return above / (a.length * b.length)
}

/** Bookkeepers who are there, put into the database at once: many writers side by side would only wait for each other. */
async function knownAddresses(most: number): Promise<string[]> {
  const emails = Array.from({ length: most }, () => `${unique('known')}@example.com`)
  await insert(emails.flatMap((email) => bookkeeperRows(email, 'Bea').rows))
  return emails
}

/** Pairs of a round: by chance alone one in eight rounds is beyond `SUSPICIOUS`. */
const PAIRS = 40
/** A first round nearer to chance ends it: who is told apart three times of four is nearer in one run of three hundred. */
const SUSPICIOUS = 0.1
const ROUNDS = 3
/** On average over the rounds; by chance alone in one run of many thousands. */
const TELLS = 0.15

/** Pairs of requests, now one and now the other first, so that whatever else goes on meets both alike. */
async function oneRound(ask: (email: string) => Promise<Response>): Promise<number> {
  const timed = async (email: string): Promise<number> => {
    const began = performance.now()
    await good(ask(email))
    return performance.now() - began
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (const [i, email] of (await knownAddresses(PAIRS)).entries()) {
    const pair = [async () => void known.push(await timed(email)), async () => void unknown.push(await timed(nobody()))]
    for (const one of i % 2 ? pair : pair.toReversed()) await one()
  }
  return advantage(known, unknown) - 0.5
}

/** Whether who is known shows in the time. What looks suspicious is looked at again, and judged by all that was seen. */
async function byTime(what: string, ask: (email: string) => Promise<Response>): Promise<Attack> {
  const rounds = [await oneRound(ask)]
  while (Math.abs(rounds[0] ?? 0) > SUSPICIOUS && rounds.length < ROUNDS) rounds.push(await oneRound(ask))
  const average = rounds.reduce((sum, r) => sum + r, 0) / rounds.length
  const shown = rounds.map((r) => (0.5 + r).toFixed(2)).join(', ')
  return {
    what: `who is known, by how long ${what} takes`,
    tried: `${rounds.length * PAIRS} pairs; told apart ${shown} (chance 0.50)`,
    broke: Math.abs(average) > TELLS ? [`known addresses are told from unknown ones by the time alone: ${shown}`] : [],
  }
}

/** The attacks of this part. */
export async function attackEnumeration(): Promise<Attack[]> {
  return [await byText(), await byWork(), await byTime('a forgotten password', reset)]
}
