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
import { until } from '../../worker/src/testing/until.ts'
import { rows } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { signIn } from './lib/people.ts'
import { atOnce, fromNewAddress } from './lib/requests.ts'
import { startTarget } from './lib/target.ts'

/** How many attempts an account allows before the portal slows them down. */
const FREE = 10
const FREE_FACTOR = 5

const count = (responses: readonly Response[], ...statuses: number[]): number =>
  responses.filter((r) => statuses.includes(r.status)).length

const checkCode = (email: string, code: string | number, headers = {}) =>
  post('/api/auth/client/code/check', { email, purpose: 'signup', code: String(code) }, headers)

attack('verification codes', async (t) => {
  const bookkeeper = await newBookkeeper()
  const { email } = await newRecord(bookkeeper)
  const right = Number(await mailedCode(email, 'signup'))
  const guesses = await atOnce(40, (i) => checkCode(email, 100_000 + ((right - 100_000 + 1 + i) % 900_000)))
  const sql = 'SELECT tries FROM verification_codes WHERE email = ? AND closed_at IS NULL'
  const [code] = await rows<{ tries: number }>(sql, email)
  t.check((code?.tries ?? 0) <= 5, `40 guesses at once had ${code?.tries} tries at one code`)
  t.check(count(guesses, 400) <= FREE + 1, `${count(guesses, 400)} guesses at once were not slowed down`)
  t.check(count(guesses, 400, 429) === 40, 'a guess had another response')

  const { email: second } = await newRecord(bookkeeper)
  const mailed = await mailedCode(second, 'signup')
  for (let i = 0; i < 5; i++)
    await t.refuses('a wrong code', checkCode(second, mailed === '111111' ? '222222' : '111111'), 'invalid_code')
  await t.refuses('the code after five wrong ones', checkCode(second, mailed), 'invalid_code', 'too_many_requests')

  const { email: third } = await newRecord(bookkeeper)
  let taken = 0
  for (let round = 0; round < 5; round++) {
    const { ok } = await post('/api/auth/client/code', { email: third, purpose: 'signup' })
    if (ok) taken += count(await atOnce(8, (i) => checkCode(third, 100_000 + i)), 400)
  }
  t.check(taken <= FREE + 2, `five codes of one account gave ${taken} guesses`)
  const spread = await atOnce(40, (i) => checkCode(third, 200_000 + i, fromNewAddress()))
  t.check(count(spread, 400) <= 2, `a slowed down account took ${count(spread, 400)} guesses from other addresses`)
  const address = fromNewAddress()
  const many = await atOnce(260, (i) => checkCode(`${unique('many')}@example.com`, 100_000 + i, address))
  t.check(count(many, 429) > 0, 'one address guessed at 260 accounts and was not slowed down')
})

attack('passwords', async (t) => {
  const person = await registered()
  const { email } = person
  const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('example', 'EXAMPLE')]
  const guesses = await atOnce(40, (i) =>
    signIn(
      { email: spellings[i % spellings.length] ?? '', password: `guess-${i}` },
      {
        ...fromNewAddress(),
        'x-forwarded-for': `10.0.0.${i}`,
        'x-real-ip': `10.0.1.${i}`,
        'true-client-ip': `10.0.2.${i}`,
      },
    ),
  )
  t.check(count(guesses, 401) <= FREE + 1, `${count(guesses, 401)} of 40 guesses at once reached the password`)
  t.check(count(guesses, 401, 429) === 40, 'a guess had another response')
  const wait = Number(guesses.find((r) => r.status === 429)?.headers.get('retry-after'))
  t.check(wait > 0 && wait <= 300, `the owner has to wait ${wait} s`)
  const afterWait = await until('the right password', async () => {
    const { status } = await signIn(person)
    return status === 429 ? undefined : status
  })
  t.check(afterWait === 200, `the owner gets ${afterWait} after the wait`)

  const client = await signedUpClient(await newBookkeeper())
  const portals = await atOnce(30, (i) =>
    signIn({ email: client.email, password: `guess-${i}` }, {}, i % 2 ? 'client' : 'bookkeeper'),
  )
  t.check(count(portals, 401) <= FREE + 1, `both sign-in pages together gave ${count(portals, 401)} guesses`)
  const address = fromNewAddress()
  const sprayed = await atOnce(40, () =>
    signIn({ email: `${unique('spray')}@example.com`, password: CLIENT_PASSWORD }, address),
  )
  // The portal hashes only a few passwords of one address at a time.
  t.check(count(sprayed, 401, 429, 503) === 40, 'a sprayed password had another response')
})

attack('codes of second factors', async (t) => {
  const person = await registered()
  const { secret } = await enrolled(await signedIn(person), person.password)
  const challenge = await challenged(person)
  const wrong = wrongCode(secret)
  const guesses = count(await atOnce(40, () => verify(challenge, wrong)), 400)
  t.check(guesses <= FREE_FACTOR + 1, `40 guesses at once had ${guesses} tries at one challenge`)
  const late = verify(challenge, appCode(secret))
  await t.refuses('the right code after too many tries', late, 'session_expired', 'too_many_requests')
  let more = 0
  for (let i = 0; i < 6; i++) more += count(await atOnce(4, async () => verify(await challenged(person), wrong)), 400)
  t.check(more <= 2, `new challenges gave ${more} more guesses`)
  const forged = await atOnce(30, () => verify({ ...challenge, challenge: 'x'.repeat(43) }, wrong))
  t.check(count(forged, 401, 429) === 30, 'a forged challenge had another response')
  const mail = await nextMail(person.email, 'Failed sign-in to your account')
  t.check(mail.text !== '', 'the owner is not informed')
})

attack('a flood from one address', async (t) => {
  await using portal = await startTarget('development', 50)
  const refresh = (headers: Record<string, string>) =>
    fetch(`${portal.url}/api/auth/refresh`, { method: 'POST', headers })
  const address = fromNewAddress()
  const shed = (await atOnce(200, () => refresh(address))).filter((r) => r.status === 429)
  t.check(shed.length >= 100, `only ${shed.length} of 200 requests were refused`)
  t.check(Number(shed[0]?.headers.get('retry-after')) > 0, 'the response does not say when to retry')
  await t.refuses('a request of the flood', shed[0] ?? new Response(), 'too_many_requests')
  await t.refuses('a request from another address', refresh(fromNewAddress()), 'unauthenticated')
})
