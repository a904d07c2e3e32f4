import { expect, it } from 'vitest'
import { MINIMUM_DURATION_MS } from '../../portal/auth/commit-uniformly.ts'
import { cookieOf, good, newDevice, nextMail, post, refused } from '../../testing/accounts.ts'
import { CODE_SUBJECT, newPerson, operatorBrowser, operatorCode, signedInOperator } from '../../testing/operators.ts'
import { mailsTo, newBookkeeper, newClient, unique } from '../../testing/portal.ts'
import { newRemote } from '../../testing/remotes.ts'
import { change, rows } from '../../testing/work.ts'

/** Sign-in to the operator page with a mailed code. */

/** A route that every session has access to. */
const STATES = '/api/delivery/remotes'
const SESSION = '/api/auth/operator/session'
const signIn = (email: string, code: string, device: Record<string, string>) =>
  post('/api/auth/operator/sign-in', { email, code }, device)

it('signs an operator in with a mailed code, once, in the browser that requested it', async () => {
  const email = 'operator-0@example.com'
  const device = newDevice()
  const code = await operatorCode(email, device)
  await refused(signIn(email, code, newDevice()), 'invalid_code')
  const answer = await signIn(email.toUpperCase(), code, device)
  expect(answer.headers.get('set-cookie')).toMatch(
    /^portal_operator=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure/,
  )
  expect(answer.headers.get('set-cookie')).toContain('SameSite=Strict')
  // No other host may set it, which requires this path.
  expect(answer.headers.getSetCookie().find((each) => each.startsWith('portal_device='))).toContain('; Path=/;')
  const session = { email, remotes: null }
  expect(await answer.clone().json()).toMatchObject(session)
  expect(await good(operatorBrowser(answer).fetch(SESSION))).toMatchObject({ session })
  await refused(signIn(email, code, device), 'invalid_code')
})

it('accepts 10 unambiguous characters in any case, with or without the hyphen', async () => {
  const email = 'operator-9@example.com'
  const device = newDevice()
  const code = await operatorCode(email, device)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  await refused(signIn(email, '123456', device), 'invalid_input')
  await good(signIn(email, ` ${code.toLowerCase().replace('-', '')} `, device))
})

it('stores only hashes of code and session, and records the sign-in in the audit log', async () => {
  const email = 'operator-1@example.com'
  const device = newDevice()
  const code = await operatorCode(email, device)
  const token = cookieOf(await signIn(email, code, device)).split('=')[1]
  const stored = await rows('SELECT * FROM operator_sessions WHERE email = ?', email)
  const codes = await rows('SELECT * FROM verification_codes WHERE email = ?', email)
  expect([stored.length, codes.length]).toEqual([1, 1])
  expect(JSON.stringify([stored, codes])).not.toMatch(new RegExp(`${token}|${code}|${code.replace('-', '')}`))
  const hours = Date.parse(String(stored[0]?.['expires_at'])) - Date.parse(String(stored[0]?.['created_at']))
  expect(hours).toBe(12 * 3_600_000)
  expect(
    await rows(`SELECT action, actor_role FROM audit_log WHERE firm_id = 'portal' AND actor_id = ?`, email),
  ).toEqual([{ action: 'operator.signed_in', actor_role: 'operator' }])
})

it('refuses a code after five tries, and a code that has expired', async () => {
  const email = 'operator-2@example.com'
  const device = newDevice()
  const code = await operatorCode(email, device)
  const wrong = code === '00000-00000' ? '00000-00001' : '00000-00000'
  const tries = await Promise.all(Array.from({ length: 8 }, () => signIn(email, wrong, device)))
  expect(tries.every((answer) => !answer.ok)).toBe(true)
  await refused(signIn(email, code, device), 'invalid_code')
  const other = newDevice()
  const expired = await operatorCode(email, other)
  await change("UPDATE verification_codes SET expires_at = '2020-01-01T00:00:00.000Z' WHERE email = ?", email)
  await refused(signIn(email, expired, other), 'invalid_code')
})

it('delays strangers who request codes, but not the browser of the operator', async () => {
  const email = 'operator-3@example.com'
  const device = newDevice()
  const code = await operatorCode(email, device)
  await good(signIn(email, code, device))
  const attack = await Promise.all(
    Array.from({ length: 12 }, () => post('/api/auth/operator/code', { email }, newDevice())),
  )
  expect(attack.map((answer) => answer.status)).toContain(429)
  await good(post('/api/auth/operator/code', { email }, device))
})

it('answers alike, with the same work, to operators, people of teams and others', async () => {
  const { email: bookkeeper } = await newBookkeeper()
  const person = await newPerson(unique('mf'), unique('mf'))
  const device = newDevice()
  const answers = await Promise.all(
    ['operator-4@example.com', person, `${unique('nobody')}@example.com`, bookkeeper].map(async (email) => {
      const began = performance.now()
      const answer = await post('/api/auth/operator/code', { email }, device)
      // Timers may round down.
      expect(performance.now() - began).toBeGreaterThan(MINIMUM_DURATION_MS - 5)
      const checked = await signIn(email, '00000-00000', device)
      return [answer.status, await answer.text(), answer.headers.get('server-timing'), checked.status]
    }),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  await nextMail(person, CODE_SUBJECT)
  expect((await mailsTo(bookkeeper)).filter((mail) => mail.subject === CODE_SUBJECT)).toEqual([])
})

it('ends a session on sign-out, and refuses a replayed cookie', async () => {
  const operator = await signedInOperator('operator-5@example.com')
  await good(operator.fetch(SESSION))
  const answer = await operator.post('/api/auth/operator/sign-out', {})
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
  await refused(operator.fetch(STATES), 'unauthenticated')
})

it('ends the previous session of the browser when it signs in again', async () => {
  const email = 'operator-6@example.com'
  const device = newDevice()
  const first = operatorBrowser(await signIn(email, await operatorCode(email, device), device))
  const cookie = `${device.cookie}; ${first.cookie}`
  const again = operatorBrowser(await signIn(email, await operatorCode(email, device), { cookie }))
  await refused(first.fetch(STATES), 'unauthenticated')
  await good(again.fetch(SESSION))
})

it('refuses a session when it has expired, and shows it nothing after its address was removed', async () => {
  const remote = await newRemote()
  const expired = await signedInOperator('operator-7@example.com')
  const removed = await signedInOperator('operator-8@example.com')
  await change(
    "UPDATE operator_sessions SET expires_at = '2020-01-01T00:00:00.000Z' WHERE email = 'operator-7@example.com'",
  )
  await change(
    "UPDATE operator_sessions SET email = 'former-operator@example.com' WHERE email = 'operator-8@example.com'",
  )
  await refused(expired.fetch(STATES), 'unauthenticated')
  expect(await good(removed.fetch(STATES))).toEqual({ items: [] })
  await refused(removed.fetch(`/api/remotes/${remote.name}/versions`), 'forbidden')
  await refused(removed.fetch('/api/delivery/flags'), 'forbidden')
  // A session that the release before has opened for a token.
  await change(
    `UPDATE operator_sessions SET email = NULL, remote_token_id = (SELECT max(id) FROM remote_tokens)
      WHERE email = 'former-operator@example.com'`,
  )
  await refused(removed.fetch(STATES), 'unauthenticated')
})

it('refuses requests from pages of other sites, and the tokens of bookkeepers and clients', async () => {
  const operator = await signedInOperator('operator-9@example.com')
  await refused(operator.fetch(SESSION, { headers: { 'sec-fetch-site': 'cross-site' } }), 'forbidden')
  const foreign = { ...newDevice(), 'sec-fetch-site': 'cross-site' }
  await refused(post('/api/auth/operator/code', { email: 'operator-9@example.com' }, foreign), 'forbidden')
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  await refused(bookkeeper.fetch(STATES), 'unauthenticated')
  await refused(client.fetch(STATES), 'unauthenticated')
})
