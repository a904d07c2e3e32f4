import { expect, inject, it } from 'vitest'
import { revokeToken } from '../../../local/remote-token.ts'
import { MINIMUM_DURATION_MS } from '../../auth/commit-uniformly.ts'
import { cookieOf, good, newDevice, post, refused } from '../../testing/accounts.ts'
import { CODE_SUBJECT, operatorBrowser, operatorCode, signedInOperator, signedInTeam } from '../../testing/operators.ts'
import { mailsTo, newBookkeeper, newClient, unique } from '../../testing/portal.ts'
import { newRemote, publish } from '../../testing/remotes.ts'
import { change, rows } from '../../testing/work.ts'

/** Sign-in to the operator page: operators with a mailed code, teams with the token of their remote. */

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
  const session = { kind: 'operator', name: email, remote: null, scope: 'publish' }
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

it('answers alike, with the same work, when the address is not one of an operator', async () => {
  const { email: bookkeeper } = await newBookkeeper()
  const device = newDevice()
  const answers = await Promise.all(
    ['operator-4@example.com', `${unique('nobody')}@example.com`, bookkeeper].map(async (email) => {
      const began = performance.now()
      const answer = await post('/api/auth/operator/code', { email }, device)
      // Timers may round down.
      expect(performance.now() - began).toBeGreaterThan(MINIMUM_DURATION_MS - 5)
      const checked = await signIn(email, '00000-00000', device)
      return [answer.status, await answer.text(), answer.headers.get('server-timing'), checked.status]
    }),
  )
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
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

it('refuses a session when it has expired or its address is no longer one of an operator', async () => {
  const expired = await signedInOperator('operator-7@example.com')
  const removed = await signedInOperator('operator-8@example.com')
  await change(
    "UPDATE operator_sessions SET expires_at = '2020-01-01T00:00:00.000Z' WHERE email = 'operator-7@example.com'",
  )
  await change(
    "UPDATE operator_sessions SET email = 'former-operator@example.com' WHERE email = 'operator-8@example.com'",
  )
  await refused(expired.fetch(STATES), 'unauthenticated')
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
  await refused(post('/api/auth/operator/team', { token: bookkeeper.token.slice(0, 200) }), 'unauthenticated')
})

it('signs a team in with its token, until the token is revoked', async () => {
  const remote = await newRemote()
  const team = await signedInTeam(remote.token)
  expect(await good(team.fetch(SESSION))).toMatchObject({
    session: { kind: 'team', remote: remote.name, scope: 'publish' },
  })
  const preview = await signedInTeam((await newRemote(undefined, 'preview')).token)
  expect(await good(preview.fetch(SESSION))).toMatchObject({ session: { scope: 'preview' } })
  const [token] = await rows<{ id: string }>('SELECT id FROM remote_tokens WHERE name = ?', remote.name)
  await revokeToken({ url: inject('databaseUrl') }, remote.name, token?.id ?? '')
  await refused(team.fetch(STATES), 'unauthenticated')
  await refused(post('/api/auth/operator/team', { token: remote.token }), 'unauthenticated')
})

it('accepts the session instead of a token, for all remotes of an operator and the own one of a team', async () => {
  const [own, other] = [await newRemote(), await newRemote()]
  await Promise.all([publish(own), publish(other)])
  const operator = await signedInOperator('operator-10@example.com')
  const team = await signedInTeam(own.token)
  const versions = (name: string) => `/api/remotes/${name}/versions`
  for (const name of [own.name, other.name]) await good(operator.fetch(versions(name)))
  await good(team.fetch(versions(own.name)))
  await refused(team.fetch(versions(other.name)), 'forbidden')
  const rollback = (name: string) => `/api/remotes/${name}/rollback`
  const body = JSON.stringify({ to: null })
  const remove = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  await refused(team.fetch(rollback(other.name), remove), 'forbidden')
  const foreign = { ...remove, headers: { ...remove.headers, 'sec-fetch-site': 'same-site' } }
  await refused(operator.fetch(rollback(other.name), foreign), 'forbidden')
  await good(operator.fetch(rollback(other.name), remove))
  await good(team.fetch(rollback(own.name), remove))
  expect(
    await rows(
      `SELECT actor_role, actor_id, detail ->> 'by' AS by FROM audit_log
        WHERE subject_id = ? AND action = 'remote.rolled_back'`,
      other.name,
    ),
  ).toEqual([{ actor_role: 'operator', actor_id: 'operator-10@example.com', by: 'operator-10@example.com' }])
})

it('lets a session for previews create previews only', async () => {
  const publisher = await newRemote()
  await publish(publisher)
  const preview = await signedInTeam((await newRemote(publisher.name, 'preview')).token)
  await good(preview.post(`/api/remotes/${publisher.name}/versions/1.0.0/preview`, {}))
  await refused(preview.post(`/api/remotes/${publisher.name}/versions/1.0.0/live`, {}), 'forbidden')
  await refused(preview.post(`/api/remotes/${publisher.name}/rollback`, {}), 'forbidden')
  await refused(preview.post(`/api/remotes/${publisher.name}/canary`, { version: '1.0.0', percent: 5 }), 'forbidden')
})
