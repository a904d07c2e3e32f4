import { CODE_TRIES_PER_DAY } from '@portal/contract/limits'
import { expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  codeIn,
  good,
  newDevice,
  newRecord,
  newSignUp,
  nextMail,
  post,
  refused,
  registered,
  signedUpClient,
  tokenIn,
} from '../../../testing/accounts.ts'
import { newAddress } from '../../../testing/new-address.ts'
import { mailsTo, newBookkeeper, unique } from '../../../testing/portal.ts'
import { until } from '../../../testing/until.ts'
import { change, rows } from '../../../testing/work.ts'

const SUBJECT = 'Sign in without waiting'
const WAY_IN = /Please try again in .* If this address has an account, a link that we have emailed ends the wait\.$/

interface Browser {
  cookie: string
  'cf-connecting-ip': string
}
const newBrowser = (): Browser => ({ ...newDevice(), 'cf-connecting-ip': newAddress() })

const signIn = (email: string, password: string, browser: Browser) =>
  post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, { ...browser })
const useBrowser = (token: string, browser: Browser) => post('/api/auth/known-browsers', { token }, { ...browser })

/** Keeps guessing at an account from new browsers and networks, until stopped. */
function keepGuessing(email: string): { stop: () => Promise<void> } {
  const end = new AbortController()
  const guess = async (): Promise<void> => {
    while (!end.signal.aborted) await signIn(email, 'wrong-one', newBrowser())
  }
  const guesses = [guess(), guess(), guess()]
  return {
    stop: async () => {
      end.abort()
      await Promise.all(guesses)
    },
  }
}

it('lets the owner in from a new browser while strangers guess without a pause', async () => {
  const { email, password } = await registered()
  const strangers = keepGuessing(email)
  try {
    const own = newBrowser()
    const refusal = await until('a wait', async () => {
      const answer = await signIn(email, 'wrong-one', own)
      return answer.status === 429 ? answer : undefined
    })
    expect((await refused(refusal, 'too_many_requests')).detail).toMatch(WAY_IN)
    const token = tokenIn(await nextMail(email, SUBJECT), 'browser')
    await good(useBrowser(token, own))
    await good(signIn(email, password, own))
    // The link works in one browser only.
    await refused(useBrowser(token, newBrowser()), 'invalid_link')
  } finally {
    await strangers.stop()
  }
  const entries = await rows(
    `SELECT actor_role FROM audit_log WHERE action = 'account.browser_added'
      AND subject_id = (SELECT id FROM auth_users WHERE email = ?)`,
    email,
  )
  expect(entries).toEqual([{ actor_role: 'bookkeeper' }])
})

it('mails one link until it is used, and none to unknown and unconfirmed addresses', async () => {
  const { email } = await registered()
  const unconfirmed = newSignUp()
  await good(post('/api/auth/sign-up', unconfirmed))
  const nobody = `${unique('nobody')}@example.com`
  const answers = []
  for (const address of [email, unconfirmed.email, nobody]) {
    for (let i = 0; i < 10; i++) await signIn(address, 'wrong-one', newBrowser())
    const first = await refused(signIn(address, 'wrong-one', newBrowser()), 'too_many_requests')
    await refused(signIn(address, 'wrong-one', newBrowser()), 'too_many_requests')
    answers.push(first.detail)
  }
  expect(new Set(answers.map((detail) => detail.replace(/\d+ seconds?/, 'n seconds'))).size).toBe(1)
  await nextMail(email, SUBJECT)
  const sent = async (to: string) => (await mailsTo(to)).filter(({ subject }) => subject === SUBJECT).length
  expect([await sent(email), await sent(unconfirmed.email), await sent(nobody)]).toEqual([1, 0, 0])
})

it('refuses links of other purposes', async () => {
  const { email } = await registered()
  await good(post('/api/auth/password/reset-request', { email }))
  const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
  await refused(useBrowser(token, newBrowser()), 'invalid_link')
})

/** Marks as many wrong codes as an address has within a day, from browsers of strangers. */
const useUpTries = (email: string, purpose: string) =>
  change(
    `INSERT INTO verification_codes (id, email, purpose, device_hash, code_hash, tries, created_at, expires_at)
      SELECT hex(randomblob(16)), ?1, ?2, 'stranger', '', 5, ?3, ?3 FROM json_each(?4)`,
    email,
    purpose,
    new Date(Date.now() - 60_000).toISOString(),
    JSON.stringify(Array.from({ length: CODE_TRIES_PER_DAY / 5 })),
  )

it('counts wrong codes by account for all browsers that it does not know', async () => {
  const { email } = await signedUpClient(await newBookkeeper())
  const own = newBrowser()
  const ask = (browser: Browser) => post('/api/auth/client/code', { email, purpose: 'recovery' }, { ...browser })
  const check = (code: string) => post('/api/auth/client/code/check', { email, purpose: 'recovery', code }, { ...own })
  await good(ask(own))
  const code = codeIn(await nextMail(email, 'Your password reset code'))
  await useUpTries(email, 'recovery')
  for (const attempt of [check(code), ask(newBrowser())]) {
    const { detail } = await refused(attempt, 'too_many_requests')
    expect(detail).toMatch(WAY_IN)
    expect(detail).toContain('in 24 hours')
  }
  const mail = await nextMail(email, SUBJECT)
  expect(mail.text).toContain('/client-auth?browser=')
  await good(useBrowser(tokenIn(mail, 'browser'), own))
  const { setup_token } = await good<{ setup_token: string }>(check(code))
  await good(post('/api/auth/client/password', { setup_token, password: `${CLIENT_PASSWORD}!` }, { ...own }))
})

it('mails nothing to an invited client without an account', async () => {
  const { email } = await newRecord(await newBookkeeper())
  await useUpTries(email, 'signup')
  await refused(post('/api/auth/client/code', { email, purpose: 'signup' }, { ...newBrowser() }), 'too_many_requests')
  expect(await mailsTo(email)).toEqual([])
})
