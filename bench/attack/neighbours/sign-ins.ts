import {
  codeIn,
  mailedCode,
  newDevice,
  newRecord,
  nextMail,
  post,
  registered,
} from '../../../worker/src/testing/accounts.ts'
import { newBookkeeper } from '../../../worker/src/testing/portal.ts'
import { type Attack, Trial } from '../attack.ts'

let last = 0
/** An address of the documentation network that nothing else here uses. */
const newIp = () => ({ 'cf-connecting-ip': `2001:db8:${(0xb000 + last++).toString(16)}::1` })

/** The cookies that a browser keeps of an answer. */
const cookies = (response: Response): Record<string, string> => ({
  cookie: response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
})

/** A stranger guesses at an account, so that its owner cannot get in. */
async function passwords(trial: Trial): Promise<void> {
  const owner = await registered()
  const signIn = (password: string, headers: Record<string, string>) =>
    post('/api/auth/sign-in', { email: owner.email, password, portal: 'bookkeeper' }, headers)
  const first = await signIn(owner.password, newIp())
  const device = cookies(first)
  await first.text()
  for (let i = 0; i < 30; i++) await signIn(`guess-${i}`, newIp()).then((r) => r.text())
  const answer = await signIn(owner.password, { ...newIp(), ...device })
  trial.must(answer.ok, `a stranger keeps the owner out of a device that was used before: ${answer.status}`)
  await answer.text()
}

/** A stranger burns the tries of a code that somebody else asked for, and asks for others so that it ends. */
async function codes(trial: Trial): Promise<void> {
  const bookkeeper = await newBookkeeper()
  const { email } = await newRecord(bookkeeper)
  const browser = { ...newIp(), ...newDevice() }
  await post('/api/auth/client/code', { email, purpose: 'signup' }, browser).then((r) => r.text())
  const code = codeIn(await nextMail(email, 'Your verification code'))
  for (let i = 0; i < 6; i++) {
    await post('/api/auth/client/code/check', { email, purpose: 'signup', code: String(100_000 + i) }, newIp()).then(
      (r) => r.text(),
    )
  }
  await post('/api/auth/client/code', { email, purpose: 'signup' }, newIp()).then((r) => r.text())
  const answer = await post('/api/auth/client/code/check', { email, purpose: 'signup', code }, browser)
  trial.must(answer.ok, `a stranger voids the code that somebody was mailed: ${answer.status} ${await answer.text()}`)
  const { email: other } = await newRecord(bookkeeper)
  trial.must((await mailedCode(other, 'signup')).length === 6, 'no code comes any more')
}

/** Many wrong passwords of one stranger slow another's sign-in. */
async function queue(trial: Trial): Promise<void> {
  const owner = await registered()
  const ip = newIp()
  const wrong = Array.from({ length: 200 }, (_, i) =>
    post(
      '/api/auth/sign-in',
      { email: `nobody-${i}@example.com`, password: 'wrong-password-1!', portal: 'bookkeeper' },
      ip,
    ).then((r) => r.text()),
  )
  const began = performance.now()
  const answer = await post(
    '/api/auth/sign-in',
    { email: owner.email, password: owner.password, portal: 'bookkeeper' },
    newIp(),
  )
  const took = performance.now() - began
  await Promise.all(wrong)
  trial.must(answer.ok, `a sign-in beside 200 wrong ones answers ${answer.status} ${await answer.text()}`)
  const all = performance.now() - began
  trial.must(
    took < all / 2,
    `a sign-in waits ${Math.round(took)} of ${Math.round(all)} ms behind one address's 200 wrong ones`,
  )
}

/** The attacks of this piece. */
export async function signIns(): Promise<Attack> {
  const trial = new Trial('sign-ins of others: locked out, voided, slowed down')
  for (const attempt of [passwords, codes, queue]) {
    await attempt(trial).catch((error: unknown) => trial.must(false, `could not go on: ${String(error)}`))
  }
  return trial.result('checks')
}
