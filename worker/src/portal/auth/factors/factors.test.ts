import type { Session } from '@portal/contract/auth'
import type { Challenge, Enrollment, Factors, RecoveryCodes } from '@portal/contract/factors'
import { describe, expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  cookieOf,
  good,
  nextMail,
  post,
  refused,
  registered,
  signedUpClient,
  tokenIn,
} from '../../../testing/accounts.ts'
import {
  appCode,
  bearer,
  challenged,
  del,
  enrolled,
  forgetSteps,
  signedIn,
  verify,
  wrongCode,
} from '../../../testing/factors.ts'
import { db, insert, mailsTo, newBookkeeper, problemOf, stranger, textOf } from '../../../testing/portal.ts'

const factorsOf = (session: Session) => good<Factors>(stranger.fetch('/api/auth/factors', { headers: bearer(session) }))
const sessionsOf = async (userId: string): Promise<number> =>
  Number(
    (
      await db.execute({
        sql: 'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        args: [userId],
      })
    ).rows[0]?.['n'],
  )
const actionsOf = async (userId: string): Promise<unknown[]> =>
  (
    await db.execute({ sql: 'SELECT action FROM audit_log WHERE subject_id = ? ORDER BY seq', args: [userId] })
  ).rows.map((r) => r['action'])

const TOO_MANY = 'Too many wrong codes. Please start again.'
/** Counts the responses whose code was checked, as opposed to rate-limited ones. */
async function countChecked(answers: readonly Response[]): Promise<number> {
  const problems = await Promise.all(answers.map(problemOf))
  return problems.filter(({ code, detail }) => code === 'invalid_code' || detail === TOO_MANY).length
}

/** A bookkeeper with two-step verification, signed in. */
async function withTwoSteps() {
  const person = await registered()
  const session = await signedIn(person)
  return { ...person, session, userId: session.user.id, ...(await enrolled(session, person.password)) }
}

describe('setting up an authenticator app', () => {
  it('requires the password, shows the secret once, and is on after the first correct code', async () => {
    const person = await registered()
    const session = await signedIn(person)
    const other = await signedIn(person)
    expect(await factorsOf(session)).toEqual({ factors: [], recovery_codes_left: 0, has_password: true })
    await refused(post('/api/auth/factors', { password: 'wrong' }, bearer(session)), 'wrong_password')
    const { id, secret, uri } = await good<Enrollment>(
      post('/api/auth/factors', { password: person.password }, bearer(session)),
    )
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain(encodeURIComponent(person.email))
    // Not on yet: the password alone still signs in.
    await signedIn(person)
    const challenge = await good<Challenge>(post(`/api/auth/factors/${id}/challenge`, {}, bearer(session)))
    await refused(verify(challenge, wrongCode(secret)), 'invalid_code')
    const { recovery_codes: codes } = await good<RecoveryCodes>(verify(challenge, appCode(secret)))
    expect(new Set(codes).size).toBe(10)
    expect(await factorsOf(session)).toMatchObject({ factors: [{ id, type: 'totp' }], recovery_codes_left: 10 })
    const mail = await nextMail(person.email, 'Two-step verification was turned on')
    expect(mail.text).toContain('/profile')
    expect(await actionsOf(session.user.id)).toContain('factor.turned_on')
    // Other sessions must sign in again, with a code.
    const { rows } = await db.execute({ sql: 'SELECT revoked_at FROM sessions WHERE id = ?', args: [other.session_id] })
    expect(rows[0]?.['revoked_at']).not.toBeNull()
    await refused(post('/api/auth/factors', { password: person.password }, bearer(session)), 'factor_exists')
  })

  it('stores neither secret nor codes in plain text', async () => {
    const { secret, codes, userId } = await withTwoSteps()
    const { rows } = await db.execute({
      sql: `SELECT secret FROM auth_factors WHERE user_id = ?1
            UNION ALL SELECT code_hash FROM recovery_codes WHERE user_id = ?1`,
      args: [userId],
    })
    const stored = rows.map((r) => textOf(r, 'secret')).join('\n')
    expect(rows).toHaveLength(11)
    expect(stored).not.toContain(secret)
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  it('refuses a secret that was copied to another row', async () => {
    const [mine, theirs] = [await withTwoSteps(), await withTwoSteps()]
    const swap =
      'UPDATE auth_factors SET secret = (SELECT secret FROM auth_factors WHERE user_id = ?) WHERE user_id = ?'
    await insert([{ sql: swap, args: [mine.userId, theirs.userId] }])
    const response = await verify(await challenged(theirs), appCode(mine.secret))
    expect(response.status).toBe(500)
    expect(await sessionsOf(theirs.userId)).toBe(1)
  })

  it('ends with the session that started it', async () => {
    const person = await registered()
    const session = await signedIn(person)
    const { id, secret } = await good<Enrollment>(
      post('/api/auth/factors', { password: person.password }, bearer(session)),
    )
    const challenge = await good<Challenge>(post(`/api/auth/factors/${id}/challenge`, {}, bearer(session)))
    await good(post('/api/auth/sign-out', {}, bearer(session)))
    await refused(verify(challenge, appCode(secret)), 'unauthenticated')
    await refused(post('/api/auth/factors', { password: person.password }, bearer(session)), 'unauthenticated')
    await signedIn(person)
  })

  it('refuses an account without a password', async () => {
    const bookkeeper = await newBookkeeper()
    await refused(
      post('/api/auth/factors', { password: 'anything' }, { authorization: `Bearer ${bookkeeper.token}` }),
      'password_missing',
    )
  })
})

describe('signing in with a second factor', () => {
  it('asks for a code after the password, and opens no session before it', async () => {
    const person = await withTwoSteps()
    const before = await sessionsOf(person.userId)
    const { email, password } = person
    const response = await post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' })
    expect(response.headers.get('set-cookie')).not.toContain('portal_refresh')
    const answer = await good<Record<string, unknown>>(response)
    expect(Object.keys(answer)).toEqual(['second_factor'])
    expect(await sessionsOf(person.userId)).toBe(before)
    const { challenge, factor_id } = answer['second_factor'] as Challenge
    // The challenge opens nothing else.
    await refused(
      stranger.fetch('/api/profile', { headers: { authorization: `Bearer ${challenge}` } }),
      'unauthenticated',
    )
    await refused(post('/api/auth/refresh', {}, { cookie: `portal_refresh=${challenge}` }), 'unauthenticated')
    await refused(post('/api/auth/factors', { password }, { authorization: `Bearer ${challenge}` }), 'unauthenticated')
    const verified = await post(`/api/auth/factors/${factor_id}/verify`, { challenge, code: appCode(person.secret) })
    const session = await good<Session>(verified.clone())
    expect(session.user.email).toBe(email)
    await good(post('/api/auth/refresh', {}, { cookie: cookieOf(verified) }))
    const entries = await db.execute({
      sql: `SELECT detail FROM audit_log WHERE subject_id = ? AND action = 'account.signed_in'
            ORDER BY seq DESC LIMIT 1`,
      args: [person.userId],
    })
    expect(JSON.parse(textOf(entries.rows[0], 'detail'))).toMatchObject({
      session_id: session.session_id,
      second_factor: 'totp',
    })
  })

  it('does not reveal the factor when the password or the portal is wrong', async () => {
    const { email, password } = await withTwoSteps()
    await refused(post('/api/auth/sign-in', { email, password: 'not-it', portal: 'bookkeeper' }), 'invalid_credentials')
    await refused(post('/api/auth/sign-in', { email, password, portal: 'client' }), 'wrong_portal')
  })

  it('accepts a code once, also with concurrent requests, and no earlier code after it', async () => {
    const person = await withTwoSteps()
    const code = appCode(person.secret)
    const challenges = await Promise.all([challenged(person), challenged(person), challenged(person)])
    const answers = await Promise.all(challenges.map((challenge) => verify(challenge, code)))
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    await refused(verify(await challenged(person), code), 'invalid_code')
    await refused(verify(await challenged(person), appCode(person.secret, -1)), 'invalid_code')
    await good(verify(await challenged(person), appCode(person.secret, 1)))
  })

  it('accepts a challenge once', async () => {
    const person = await withTwoSteps()
    const challenge = await challenged(person)
    await good(verify(challenge, appCode(person.secret)))
    await forgetSteps(person.userId)
    const { detail } = await refused(verify(challenge, appCode(person.secret)), 'session_expired')
    expect(detail).toBe('This took too long. Please sign in again.')
  })

  it('accepts a challenge only with its own factor and for its own purpose', async () => {
    const [mine, theirs] = [await withTwoSteps(), await withTwoSteps()]
    const challenge = await challenged(theirs)
    // Own code and factor with another's challenge; own code at another's factor; challenging another's factor.
    await refused(verify({ ...challenge, factor_id: mine.factorId }, appCode(mine.secret)), 'session_expired')
    await refused(verify(challenge, appCode(mine.secret)), 'invalid_code')
    await refused(post(`/api/auth/factors/${theirs.factorId}/challenge`, {}, bearer(mine.session)), 'not_found')
    await refused(post(`/api/auth/factors/${mine.factorId}/challenge`, {}, bearer(mine.session)), 'not_found')
    await refused(
      del(
        `/api/auth/factors/${theirs.factorId}`,
        { password: mine.password, code: mine.codes[0] },
        bearer(mine.session),
      ),
      'not_found',
    )
    await refused(verify({ ...challenge, challenge: 'x'.repeat(43) }, appCode(theirs.secret)), 'session_expired')
    expect(await sessionsOf(theirs.userId)).toBe(1)
    // A challenge of a setup does not sign in.
    const fresh = await registered()
    const session = await signedIn(fresh)
    const begun = await good<Enrollment>(post('/api/auth/factors', { password: fresh.password }, bearer(session)))
    const enrollment = await good<Challenge>(post(`/api/auth/factors/${begun.id}/challenge`, {}, bearer(session)))
    expect(Object.keys(await good<object>(verify(enrollment, appCode(begun.secret))))).toEqual(['recovery_codes'])
  })

  it('expires after ten minutes', async () => {
    const person = await withTwoSteps()
    const challenge = await challenged(person)
    const past = new Date(Date.now() - 1000).toISOString()
    await insert([{ sql: 'UPDATE auth_challenges SET expires_at = ? WHERE user_id = ?', args: [past, person.userId] }])
    await refused(verify(challenge, appCode(person.secret)), 'session_expired')
  })

  it('counts concurrent wrong codes, and mails the owner once', async () => {
    const person = await withTwoSteps()
    const challenge = await challenged(person)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(challenge, wrongCode(person.secret))))
    expect(await countChecked(answers)).toBeLessThanOrEqual(6)
    await nextMail(person.email, 'Failed sign-in to your account')
    await refused(verify(challenge, appCode(person.secret)), 'session_expired')
    expect((await mailsTo(person.email)).filter((m) => m.subject === 'Failed sign-in to your account')).toHaveLength(1)
  })

  it('slows down guessing, voids the challenge after five wrong codes, and mails the owner', async () => {
    const person = await withTwoSteps()
    const challenge = await challenged(person)
    for (let i = 0; i < 4; i++) await refused(verify(challenge, wrongCode(person.secret)), 'invalid_code')
    const { detail } = await refused(verify(challenge, wrongCode(person.secret)), 'session_expired')
    expect(detail).toBe(TOO_MANY)
    await nextMail(person.email, 'Failed sign-in to your account')
    const slowed = await verify(await challenged(person), appCode(person.secret))
    const wait = Number(slowed.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(5)
    const { detail: says } = await refused(slowed, 'too_many_requests')
    expect(says).toMatch(/^Too many attempts\. Please try again in \d seconds?\. If this address/)
    // The code was not checked, so it is still valid. The owner is slowed down, not locked out.
    await expect.poll(async () => (await verify(await challenged(person), appCode(person.secret))).status).toBe(200)
  })

  it('checks no more than five of many concurrent guesses', async () => {
    const person = await withTwoSteps()
    const challenge = await challenged(person)
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(challenge, wrongCode(person.secret))))
    expect(await countChecked(answers)).toBeLessThanOrEqual(5)
  })

  it('fails when the password was changed in the meantime', async () => {
    const person = await withTwoSteps()
    const challenge = await challenged(person)
    const change = { current_password: person.password, new_password: 'sesame-2' }
    await good(post('/api/auth/password/change', change, bearer(person.session)))
    await refused(verify(challenge, appCode(person.secret)), 'session_expired')
  })

  it('still asks for a code after a password reset', async () => {
    const person = await withTwoSteps()
    await good(post('/api/auth/password/reset-request', { email: person.email }))
    const token = tokenIn(await nextMail(person.email, 'Set a new password'), 'reset')
    const reset = await post('/api/auth/password/reset', { token, password: 'sesame-3' })
    expect(reset.headers.get('set-cookie')).not.toContain('portal_refresh')
    const challenge = await challenged({ email: person.email, password: 'sesame-3' })
    await good(verify(challenge, appCode(person.secret)))
  })

  it('refuses a sign-in that began before the factor was on', async () => {
    const person = await registered()
    const session = await signedIn(person)
    const { id, secret } = await good<Enrollment>(
      post('/api/auth/factors', { password: person.password }, bearer(session)),
    )
    const challenge = await good<Challenge>(post(`/api/auth/factors/${id}/challenge`, {}, bearer(session)))
    const [on, ...answers] = await Promise.all([
      verify(challenge, appCode(secret)),
      ...Array.from({ length: 6 }, () =>
        post('/api/auth/sign-in', { email: person.email, password: person.password, portal: 'bookkeeper' }),
      ),
    ])
    await good(on)
    for (const answer of answers) if (answer.ok) await answer.json()
    expect(await sessionsOf(session.user.id)).toBe(1)
  })
})

describe('recovery codes', () => {
  it('work once each, in any notation, and mail the owner', async () => {
    const person = await withTwoSteps()
    const [first = '', second = ''] = person.codes
    await good(verify(await challenged(person), first.toLowerCase().replaceAll('-', ' ')))
    const mail = await nextMail(person.email, 'A recovery code was used')
    expect(mail.text).toContain('9 recovery codes are left')
    await refused(verify(await challenged(person), first), 'invalid_code')
    const challenges = await Promise.all([challenged(person), challenged(person)])
    const answers = await Promise.all(challenges.map((challenge) => verify(challenge, second)))
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    expect((await factorsOf(person.session)).recovery_codes_left).toBe(8)
  })

  it('work only for their owner', async () => {
    const [mine, theirs] = [await withTwoSteps(), await withTwoSteps()]
    await refused(verify(await challenged(theirs), mine.codes[0] ?? ''), 'invalid_code')
    await good(verify(await challenged(mine), mine.codes[0] ?? ''))
  })

  it('do not turn on a factor', async () => {
    const person = await withTwoSteps()
    await good(
      del(
        `/api/auth/factors/${person.factorId}`,
        { password: person.password, code: person.codes[1] },
        bearer(person.session),
      ),
    )
    const begun = await good<Enrollment>(
      post('/api/auth/factors', { password: person.password }, bearer(person.session)),
    )
    const challenge = await good<Challenge>(post(`/api/auth/factors/${begun.id}/challenge`, {}, bearer(person.session)))
    await refused(verify(challenge, person.codes[0] ?? ''), 'invalid_code')
  })

  it('are replaced with the password and a code, and the old ones stop working', async () => {
    const person = await withTwoSteps()
    const renew = (password: string, code?: string) =>
      post('/api/auth/factors/recovery-codes', { password, code }, bearer(person.session))
    await refused(renew('wrong', appCode(person.secret)), 'wrong_password')
    await refused(renew(person.password), 'invalid_code')
    await refused(renew(person.password, wrongCode(person.secret)), 'invalid_code')
    // Computed once, because the app shows another code after 30 seconds.
    const code = appCode(person.secret)
    const { recovery_codes: codes } = await good<RecoveryCodes>(renew(person.password, code))
    await refused(renew(person.password, code), 'invalid_code')
    await forgetSteps(person.userId)
    await nextMail(person.email, 'You have new recovery codes')
    await refused(verify(await challenged(person), person.codes[0] ?? ''), 'invalid_code')
    await good(verify(await challenged(person), codes[0] ?? ''))
    expect(await actionsOf(person.userId)).toContain('factor.recovery_codes_renewed')
  })

  it('are refused while two-step verification is off', async () => {
    const person = await registered()
    const session = await signedIn(person)
    await refused(post('/api/auth/factors/recovery-codes', { password: person.password }, bearer(session)), 'not_found')
  })
})

describe('turning it off', () => {
  it('requires the password and a code, and mails the owner', async () => {
    const person = await withTwoSteps()
    const open = await challenged(person)
    await refused(
      del(`/api/auth/factors/${person.factorId}`, { password: 'wrong' }, bearer(person.session)),
      'wrong_password',
    )
    const remove = (code?: string) =>
      del(`/api/auth/factors/${person.factorId}`, { password: person.password, code }, bearer(person.session))
    await refused(remove(), 'invalid_code')
    await refused(remove('0000-0000-0000-0000-0000-0000'), 'invalid_code')
    await good(remove(person.codes[0]))
    await nextMail(person.email, 'Two-step verification was turned off')
    expect(await factorsOf(person.session)).toEqual({ factors: [], recovery_codes_left: 0, has_password: true })
    expect(await actionsOf(person.userId)).toContain('factor.turned_off')
    await refused(verify(open, appCode(person.secret)), 'session_expired')
    await signedIn(person)
  })

  it('slows down password guessing', async () => {
    const person = await withTwoSteps()
    const remove = () => del(`/api/auth/factors/${person.factorId}`, { password: 'wrong' }, bearer(person.session))
    for (let i = 0; i < 10; i++) await refused(remove(), 'wrong_password')
    expect((await remove()).headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('a client', () => {
  it('has two-step verification, with audit entries, and cannot bypass it with a password reset', async () => {
    const bookkeeper = await newBookkeeper()
    const { id, email } = await signedUpClient(bookkeeper)
    const session = await signedIn({ email, password: CLIENT_PASSWORD }, 'client')
    const { secret } = await enrolled(session, CLIENT_PASSWORD)
    const mail = await nextMail(email, 'Two-step verification was turned on')
    expect(mail.text).toContain('/client-profile')
    const entries = await db.execute({
      sql: "SELECT client_id FROM audit_log WHERE firm_id = ? AND action = 'factor.turned_on'",
      args: [bookkeeper.firmId],
    })
    expect(entries.rows.map((r) => r['client_id'])).toEqual([id])
    await good(post('/api/auth/client/code', { email, purpose: 'recovery' }))
    const code = /(?<!\d)\d{6}(?!\d)/.exec((await nextMail(email, 'Your password reset code')).text)?.[0]
    const { setup_token } = await good<{ setup_token: string }>(
      post('/api/auth/client/code/check', { email, purpose: 'recovery', code }),
    )
    await good(post('/api/auth/client/password', { setup_token, password: 'another-horse-8' }))
    const challenge = await challenged({ email, password: 'another-horse-8' }, 'client')
    const opened = await good<Session>(verify(challenge, appCode(secret)))
    expect(opened.user).toMatchObject({ role: 'client', client_id: id })
    await nextMail(email, 'Your password was changed')
  })
})
