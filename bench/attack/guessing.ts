import {
  CLIENT_PASSWORD,
  mailedCode,
  newRecord,
  nextMail,
  post,
  registered,
  signedUpClient,
} from '../../worker/src/testing/accounts.ts'
import { appCode, challenged, enrolled, signedIn, verify, wrongCode } from '../../worker/src/testing/factors.ts'
import { newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { rows } from '../../worker/src/testing/work.ts'
import { until } from '../../worker/src/testing/until.ts'
import { type Attack, Trial } from './attack.ts'
import { startTarget } from './target.ts'

/** Guessing of codes and passwords, one by one and many at once, from one address and from many; and a flood. */

/** Attempts at an account that the portal takes before it slows them down. */
const FREE = 10
const FREE_FACTOR = 5

let last = 0
/** An address of the documentation network that nothing else here uses. */
const newIp = (): string => `2001:db8:${(0xa000 + last++).toString(16)}::1`
const from = (ip: string) => ({ 'cf-connecting-ip': ip })
const nTimes = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const statuses = (answers: readonly Response[], status: number): number =>
  answers.filter((a) => a.status === status).length

const check = (email: string, code: string, headers = {}) =>
  post('/api/auth/client/code/check', { email, purpose: 'signup', code }, headers)
const signIn = (email: string, password: string, headers = {}, portal = 'bookkeeper') =>
  post('/api/auth/sign-in', { email, password, portal }, headers)

async function codes(): Promise<Attack> {
  const trial = new Trial('verification codes')
  const bookkeeper = await newBookkeeper()
  const { email } = await newRecord(bookkeeper)
  const right = await mailedCode(email, 'signup')
  const wrong = (i: number) => String(100_000 + ((Number(right) - 100_000 + 1 + i) % 900_000))
  const answers = await nTimes(40, (i) => check(email, wrong(i)))
  const [row] = await rows<{ tries: number }>(
    'SELECT tries FROM verification_codes WHERE email = ? AND closed_at IS NULL',
    email,
  )
  trial.must((row?.tries ?? 0) <= 5, `forty guesses at once had ${row?.tries} tries at one code`)
  trial.must(statuses(answers, 400) <= FREE + 1, `${statuses(answers, 400)} guesses at once were not slowed down`)
  trial.must(statuses(answers, 400) + statuses(answers, 429) === 40, 'a guess was answered otherwise')
  const { email: other } = await newRecord(bookkeeper)
  const code = await mailedCode(other, 'signup')
  for (let i = 0; i < 5; i++)
    await trial.refused('a wrong code', check(other, code === '111111' ? '222222' : '111111'), 'invalid_code')
  await trial.refused('the right code after five wrong ones', check(other, code), 'invalid_code', 'too_many_requests')
  // A new code for every five guesses does not help for long: what is counted is the address.
  const { email: third } = await newRecord(bookkeeper)
  let tries = 0
  for (let round = 0; round < 5; round++) {
    const asked = await post('/api/auth/client/code', { email: third, purpose: 'signup' })
    if (!asked.ok) continue
    tries += statuses(await nTimes(8, (i) => check(third, String(100_000 + i))), 400)
  }
  trial.must(tries <= FREE + 2, `five codes for one address gave ${tries} guesses`)
  const ip = newIp()
  const many = await nTimes(260, (i) => check(`${unique('many')}@example.com`, String(100_000 + i), from(ip)))
  trial.must(statuses(many, 429) > 0, 'one address guessed at 260 accounts and was not slowed down')
  const spread = await nTimes(40, (i) => check(third, String(200_000 + i), from(newIp())))
  trial.must(
    statuses(spread, 400) <= 2,
    `an account that is slowed down took ${statuses(spread, 400)} guesses from other addresses`,
  )
  return trial.result()
}

async function passwords(): Promise<Attack> {
  const trial = new Trial('passwords')
  const person = await registered()
  const spellings = [
    person.email,
    person.email.toUpperCase(),
    ` ${person.email} `,
    person.email.replace('example', 'EXAMPLE'),
  ]
  const answers = await nTimes(40, (i) =>
    signIn(spellings[i % spellings.length] ?? '', `guess-${i}`, {
      ...from(newIp()),
      'x-forwarded-for': `10.0.0.${i}`,
      'x-real-ip': `10.0.1.${i}`,
      'true-client-ip': `10.0.2.${i}`,
    }),
  )
  trial.must(
    statuses(answers, 401) <= FREE + 1,
    `${statuses(answers, 401)} of forty guesses at once got to the password`,
  )
  trial.must(statuses(answers, 401) + statuses(answers, 429) === 40, 'a guess was answered otherwise')
  const slowed = answers.find((a) => a.status === 429)
  const wait = Number(slowed?.headers.get('retry-after'))
  trial.must(wait > 0 && wait <= 300, `the wait is ${wait} s: nobody may be locked out for good`)
  const back = await until(
    'the right password, after the wait',
    async () => {
      const answer = await signIn(person.email, person.password)
      return answer.status === 429 ? undefined : answer.status
    },
    30_000,
  )
  trial.must(back === 200, `the owner gets ${back} after the wait`)
  const client = await signedUpClient(await newBookkeeper())
  const atDoors = await nTimes(30, (i) => signIn(client.email, `guess-${i}`, {}, i % 2 ? 'client' : 'bookkeeper'))
  trial.must(statuses(atDoors, 401) <= FREE + 1, `two doors gave ${statuses(atDoors, 401)} guesses`)
  const ip = newIp()
  const spray = await nTimes(40, () =>
    signIn(client.email.replace('@', `${Math.random()}@`), CLIENT_PASSWORD, from(ip)),
  )
  trial.must(
    // Only so many of one address wait for a hash at once.
    spray.every((a) => [401, 429, 503].includes(a.status)),
    'a sprayed password was answered otherwise',
  )
  return trial.result()
}

async function secondFactors(): Promise<Attack> {
  const trial = new Trial('codes of second factors')
  const person = await registered()
  const session = await signedIn(person)
  const factor = await enrolled(session, person.password)
  const challenge = await challenged(person)
  const wrong = wrongCode(factor.secret)
  const answers = await nTimes(40, () => verify(challenge, wrong))
  trial.must(
    statuses(answers, 400) <= FREE_FACTOR + 1,
    `forty guesses at once had ${statuses(answers, 400)} tries at one challenge`,
  )
  await trial.refused(
    'the right code at a challenge that was tried too often',
    verify(challenge, appCode(factor.secret)),
    'session_expired',
    'too_many_requests',
  )
  let tries = 0
  for (let i = 0; i < 6; i++)
    tries += statuses(await nTimes(4, async () => verify(await challenged(person), wrong)), 400)
  trial.must(tries <= 2, `new challenges gave ${tries} more guesses`)
  const bogus = await nTimes(30, () => verify({ ...challenge, challenge: 'x'.repeat(43) }, wrong))
  trial.must(
    bogus.every((a) => a.status === 401 || a.status === 429),
    'a challenge that was made up was answered otherwise',
  )
  trial.must((await nextMail(person.email, 'Failed sign-in to your account')).text.length > 0, 'the owner is not told')
  return trial.result()
}

async function flood(): Promise<Attack> {
  const trial = new Trial('a flood from one address')
  const target = await startTarget({ floodLimit: 50 })
  try {
    const ask = (ip: string) => fetch(`${target.url}/api/auth/refresh`, { method: 'POST', headers: from(ip) })
    const [loud, quiet] = [newIp(), newIp()]
    const answers = await nTimes(200, () => ask(loud))
    trial.must(statuses(answers, 429) >= 100, `only ${statuses(answers, 429)} of 200 requests were shed`)
    const shed = answers.find((a) => a.status === 429)
    await trial.refused('a request that was shed', shed ?? new Response(), 'too_many_requests')
    trial.must(Number(shed?.headers.get('retry-after')) > 0, 'it does not say when to come back')
    await trial.refused('a neighbour', ask(quiet), 'unauthenticated')
  } finally {
    await target.stop()
  }
  return trial.result()
}

/** The attacks of this part. */
export async function attackGuessing(): Promise<Attack[]> {
  return [await codes(), await passwords(), await secondFactors(), await flood()]
}
