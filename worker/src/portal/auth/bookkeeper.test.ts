import type { Session } from '@portal/contract/auth'
import { describe, expect, it } from 'vitest'
import type { ClientDetail } from '@portal/contract/clients'
import { createdClient, expectEvent, get, rows as select } from '../../testing/work.ts'
import {
  cookieOf,
  good,
  newRecord,
  newSignUp,
  nextMail,
  post,
  refused,
  registered,
  signedUpClient,
  tokenIn,
} from '../../testing/accounts.ts'
import { db, insert, mailsTo, newBookkeeper, portalUrl, unique, textOf } from '../../testing/portal.ts'

const signIn = (email: string, password: string, portal = 'bookkeeper') =>
  post('/api/auth/sign-in', { email, password, portal })
const bearer = (session: Session) => ({ authorization: `Bearer ${session.access_token}` })

async function actionsOf(email: string): Promise<string[]> {
  const { rows } = await db.execute({
    sql: `SELECT action FROM audit_log WHERE subject_id = (SELECT id FROM auth_users WHERE email = ?) ORDER BY seq`,
    args: [email],
  })
  return rows.map((r) => textOf(r, 'action'))
}

describe('sign-up of a bookkeeper', () => {
  it('creates account, firm and profile, and allows sign-in after the mailed confirmation', async () => {
    const input = newSignUp()
    const response = await post('/api/auth/sign-up', { ...input, email: `  ${input.email.toUpperCase()} ` })
    expect(response.status).toBe(201)
    expect(await refused(signIn(input.email, input.password), 'email_not_confirmed')).toEqual({
      title: 'Sign In Failed',
      detail: 'Email not confirmed',
    })
    const mail = await nextMail(input.email, 'Confirm your email address')
    expect(mail.text).toContain(`${portalUrl.replace(/\/$/, '')}/?confirm=`)
    await good(post('/api/auth/confirm', { token: tokenIn(mail, 'confirm') }))
    const session = await good<Session>(signIn(input.email.toUpperCase(), input.password))
    expect(session.user).toMatchObject({
      email: input.email,
      role: 'bookkeeper',
      name: input.name,
      company: 'Bea & Co',
      time_zone: 'Europe/Berlin',
      client_id: null,
    })
    const firm = await db.execute({
      sql: 'SELECT f.name FROM firms f JOIN profiles p ON p.firm_id = f.id WHERE p.id = ?',
      args: [session.user.id],
    })
    expect(firm.rows[0]?.['name']).toBe('Bea & Co')
    expect(await actionsOf(input.email)).toEqual(['account.signed_up', 'account.confirmed', 'account.signed_in'])
  })

  it.each(['Etc/Unknown', '', 'Mars/Olympus_Mons', null])(
    'signs up with the unknown time zone %o',
    async (timeZone) => {
      const input = { ...newSignUp(), timeZone }
      await good(post('/api/auth/sign-up', input))
      await good(
        post('/api/auth/confirm', {
          token: tokenIn(await nextMail(input.email, 'Confirm your email address'), 'confirm'),
        }),
      )
      const { user } = await good<Session>(signIn(input.email, input.password))
      expect(user.time_zone).toBe('UTC')
    },
  )

  it('names the firm after the bookkeeper when there is no company', async () => {
    const { company: _, ...input } = newSignUp()
    await good(post('/api/auth/sign-up', input))
    const { rows } = await db.execute({
      sql: 'SELECT f.name, p.company FROM firms f JOIN profiles p ON p.firm_id = f.id WHERE p.email = ?',
      args: [input.email],
    })
    expect(rows[0]).toMatchObject({ name: input.name, company: null })
  })

  it('refuses a taken address and a short password', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    expect(await refused(post('/api/auth/sign-up', input), 'account_exists')).toEqual({
      title: 'Account Already Exists',
      detail: 'An account with this email already exists. Please sign in instead.',
    })
    const client = await signedUpClient(await newBookkeeper())
    expect(
      await refused(post('/api/auth/sign-up', { ...newSignUp(), email: client.email }), 'email_used_by_client'),
    ).toEqual({
      title: 'Email Already Used',
      detail: 'This email is registered as a client. Please use a different email.',
    })
    const short = await refused(post('/api/auth/sign-up', { ...newSignUp(), password: '12345' }), 'invalid_input')
    expect(short.detail).toBe('Password must be at least 6 characters long.')
  })

  it('declines a stranger’s client record when the address is confirmed, and hides its mails from them', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    const stranger = await newBookkeeper()
    const added = await createdClient(stranger, { email: input.email })
    await good(
      post('/api/auth/confirm', {
        token: tokenIn(await nextMail(input.email, 'Confirm your email address'), 'confirm'),
      }),
    )
    await good(post('/api/auth/password/reset-request', { email: input.email }))
    await nextMail(input.email, 'Set a new password')
    expect(await get<ClientDetail>(stranger, `/api/clients/${added.id}`)).toMatchObject({ declined: true })
    const session = await good<Session>(signIn(input.email, input.password))
    const owners = await select<{ bookkeeper_id: string }>(
      'SELECT bookkeeper_id FROM outbox WHERE recipient = ?',
      `mail:${input.email}`,
    )
    // The stranger sees their own invitation; the bookkeeper sees the confirmation and the reset.
    expect(owners.filter((o) => o.bookkeeper_id === stranger.userId)).toHaveLength(1)
    expect(owners.filter((o) => o.bookkeeper_id === session.user.id)).toHaveLength(2)
  })

  it('declines waiting client records when a password reset confirms the address', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    const stranger = await newBookkeeper()
    const added = await createdClient(stranger, { email: input.email })
    await good(post('/api/auth/password/reset-request', { email: input.email }))
    const token = tokenIn(await nextMail(input.email, 'Set a new password'), 'reset')
    await good(post('/api/auth/password/reset', { token, password: 'brand-new' }))
    expect(await get<ClientDetail>(stranger, `/api/clients/${added.id}`)).toMatchObject({ declined: true })
  })

  it('checks a reset link without consuming it', async () => {
    const { email } = await registered()
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    for (let i = 0; i < 2; i++) await good(post('/api/auth/password/reset/check', { token }))
    await good(post('/api/auth/password/reset', { token, password: 'brand-new' }))
    await refused(post('/api/auth/password/reset/check', { token }), 'invalid_link')
  })

  it('accepts an address that a bookkeeper has added as a client, as long as its owner has not accepted', async () => {
    const input = newSignUp()
    const stranger = await newBookkeeper()
    const added = await newRecord(stranger, input.email)
    await good(post('/api/auth/sign-up', input))
    const token = tokenIn(await nextMail(input.email, 'Confirm your email address'), 'confirm')
    await good(post('/api/auth/confirm', { token }))
    await good(post('/api/auth/sign-in', { email: input.email, password: input.password, portal: 'bookkeeper' }))
    expect(await get<ClientDetail>(stranger, `/api/clients/${added.id}`)).toMatchObject({ declined: true })
  })

  it('confirms once, and only with a confirmation link', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    const token = tokenIn(await nextMail(input.email, 'Confirm your email address'), 'confirm')
    await refused(post('/api/auth/confirm', { token: 'abc' }), 'invalid_link')
    await refused(post('/api/auth/password/reset', { token, password: 'another' }), 'invalid_link')
    await good(post('/api/auth/confirm', { token }))
    expect((await refused(post('/api/auth/confirm', { token }), 'invalid_link')).title).toBe('Invalid or Expired Link')
  })

  it('mails a new confirmation at sign-in when the first has expired', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    const first = tokenIn(await nextMail(input.email, 'Confirm your email address'), 'confirm')
    await refused(signIn(input.email, input.password), 'email_not_confirmed')
    const user = '(SELECT id FROM auth_users WHERE email = ?)'
    const expired = {
      sql: `UPDATE email_links SET expires_at = ? WHERE user_id = ${user}`,
      args: [new Date(0).toISOString(), input.email],
    }
    await insert([expired])
    await refused(post('/api/auth/confirm', { token: first }), 'invalid_link')
    await refused(signIn(input.email, input.password), 'email_not_confirmed')
    const second = tokenIn(await nextMail(input.email, 'Confirm your email address', 1), 'confirm')
    await good(post('/api/auth/confirm', { token: second }))
    expect(await mailsTo(input.email)).toHaveLength(2)
  })
})

describe('sign-in', () => {
  it('answers the same when the password is wrong or the address unknown, with the text of the portal', async () => {
    const { email } = await registered()
    const bookkeeper = {
      title: 'Sign In Failed',
      detail: 'Invalid email or password. Please check your credentials and try again.',
    }
    expect(await refused(signIn(email, 'wrong-one'), 'invalid_credentials')).toEqual(bookkeeper)
    expect(await refused(signIn(`${unique('nobody')}@example.com`, 'wrong-one'), 'invalid_credentials')).toEqual(
      bookkeeper,
    )
    const client = { title: 'Sign In Failed', detail: 'Invalid email or password. Please try again.' }
    expect(await refused(signIn(email, 'wrong-one', 'client'), 'invalid_credentials')).toEqual(client)
  })

  it('points a bookkeeper to the right portal without opening a session', async () => {
    const { email, password } = await registered()
    const response = await signIn(email, password, 'client')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await refused(response, 'wrong_portal')).toEqual({
      title: 'Access Denied',
      detail: 'This is the client portal. Please use the bookkeeper portal to sign in.',
    })
    const { rows } = await db.execute({
      sql: 'SELECT count(*) AS n FROM sessions WHERE user_id = (SELECT id FROM auth_users WHERE email = ?)',
      args: [email],
    })
    expect(rows[0]?.['n']).toBe(0)
  })

  it('creates the default profile with a firm when there is none', async () => {
    const { email, password } = await registered()
    await insert([{ sql: 'DELETE FROM profiles WHERE email = ?', args: [email] }])
    const session = await good<Session>(signIn(email, password))
    expect(session.user).toMatchObject({ role: 'bookkeeper', name: '', email })
    const { rows } = await db.execute({
      sql: 'SELECT role, name, email, firm_id FROM profiles WHERE id = ?',
      args: [session.user.id],
    })
    expect(rows[0]).toMatchObject({ role: 'bookkeeper', name: '', email: '', firm_id: expect.any(String) })
  })

  it('stores the browser with the session, and only a hash of the token', async () => {
    const { email, password } = await registered()
    const body = { email, password, portal: 'bookkeeper' }
    const response = await post('/api/auth/sign-in', body, { 'user-agent': 'Test Browser 1.0' })
    const cookie = response.headers.get('set-cookie') ?? ''
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/api/auth', 'Max-Age=2592000'])
      expect(cookie).toContain(part)
    const session = await good<Session>(response)
    const { rows } = await db.execute({
      sql: 'SELECT user_agent, refresh_hash FROM sessions WHERE id = ?',
      args: [session.session_id],
    })
    expect(rows[0]?.['user_agent']).toBe('Test Browser 1.0')
    expect(rows[0]?.['refresh_hash']).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(session)).not.toContain(cookieOf(response).split('.')[1])
  })

  it('renews the hash when its parameters are weaker than the current ones', async () => {
    const { email, password } = await registered()
    // scrypt of 'sesame' at N = 2^9, r = 8, p = 1.
    const { scryptSync } = await import('node:crypto')
    const salt = Buffer.alloc(16, 7)
    const weak = scryptSync(password, salt, 32, { N: 512, r: 8, p: 1 })
    const [saltText, hashText] = [salt, weak].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
    const stored = `$scrypt$ln=9,r=8,p=1$${saltText}$${hashText}`
    await insert([{ sql: 'UPDATE auth_users SET password_hash = ? WHERE email = ?', args: [stored, email] }])
    await good(signIn(email, password))
    const { rows } = await db.execute({ sql: 'SELECT password_hash FROM auth_users WHERE email = ?', args: [email] })
    expect(textOf(rows[0], 'password_hash')).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/)
    await good(signIn(email, password))
  })

  it('refuses requests from pages of other sites', async () => {
    const { email, password } = await registered()
    const body = { email, password, portal: 'bookkeeper' }
    await refused(post('/api/auth/sign-in', body, { 'sec-fetch-site': 'cross-site' }), 'forbidden')
    for (const origin of ['https://evil.example', 'null'])
      await refused(post('/api/auth/sign-in', body, { origin }), 'forbidden')
    await good(post('/api/auth/sign-in', body, { 'sec-fetch-site': 'same-origin', origin: portalUrl }))
  })
})

describe('password reset of a bookkeeper', () => {
  it('sets the password with a one-time link and ends every session', async () => {
    const { email, password } = await registered()
    const first = await signIn(email, password)
    const session = await good<Session>(first.clone())
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    await refused(post('/api/auth/confirm', { token }), 'invalid_link')
    await good(post('/api/auth/password/reset', { token, password: 'brand-new' }))
    await refused(post('/api/auth/password/reset', { token, password: 'brand-newer' }), 'invalid_link')
    await refused(post('/api/auth/refresh', {}, { cookie: cookieOf(first) }), 'unauthenticated')
    await refused(signIn(email, password), 'invalid_credentials')
    await good(signIn(email, 'brand-new'))
    await nextMail(email, 'Your password was changed')
    const { rows } = await db.execute({
      sql: 'SELECT recipient, payload FROM outbox WHERE id = ?',
      args: [session.session_id],
    })
    expect(rows[0]?.['recipient']).toBe(`user:${session.user.id}`)
    expect(JSON.parse(textOf(rows[0], 'payload'))).toEqual({
      type: 'session.revoked',
      ids: { session_id: session.session_id, reason: 'password_reset' },
    })
    expect(await actionsOf(email)).toEqual([
      'account.signed_in',
      'session.revoked',
      'account.password_reset',
      'account.signed_in',
    ])
  })

  it('answers the same for known and unknown addresses, and mails only the known one', async () => {
    const { email } = await registered()
    const nobody = `${unique('nobody')}@example.com`
    const [known, unknown] = await Promise.all(
      [email, nobody].map((e) => post('/api/auth/password/reset-request', { email: e })),
    )
    expect(await known?.json()).toEqual(await unknown?.json())
    await nextMail(email, 'Set a new password')
    expect(await mailsTo(nobody)).toEqual([])
  })

  it('refuses older and expired links, and keeps a link valid when the password is too short', async () => {
    const { email } = await registered()
    await good(post('/api/auth/password/reset-request', { email }))
    const first = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    await good(post('/api/auth/password/reset-request', { email }))
    const second = tokenIn(await nextMail(email, 'Set a new password', 1), 'reset')
    expect(second).not.toBe(first)
    await refused(post('/api/auth/password/reset', { token: first, password: 'brand-new' }), 'invalid_link')
    await refused(post('/api/auth/password/reset', { token: second, password: 'short' }), 'invalid_input')
    const user = '(SELECT id FROM auth_users WHERE email = ?)'
    await insert([
      { sql: `UPDATE email_links SET expires_at = ? WHERE user_id = ${user}`, args: [new Date().toISOString(), email] },
    ])
    await refused(post('/api/auth/password/reset', { token: second, password: 'brand-new' }), 'invalid_link')
  })

  it('confirms the address when it was not confirmed yet', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    await good(post('/api/auth/password/reset-request', { email: input.email }))
    const token = tokenIn(await nextMail(input.email, 'Set a new password'), 'reset')
    await good(post('/api/auth/password/reset', { token, password: 'brand-new' }))
    await good(signIn(input.email, 'brand-new'))
  })

  it('ends sign-ins that began before it', async () => {
    const { email, password } = await registered()
    for (const next of ['second-one', 'third-one']) {
      await good(post('/api/auth/password/reset-request', { email }))
      const token = tokenIn(await nextMail(email, 'Set a new password', next === 'third-one' ? 1 : 0), 'reset')
      const old = next === 'third-one' ? 'second-one' : password
      const [reset, ...entered] = await Promise.all([
        post('/api/auth/password/reset', { token, password: next }),
        ...Array.from({ length: 4 }, () => signIn(email, old)),
      ])
      await good(reset)
      for (const answer of entered)
        await refused(post('/api/auth/refresh', {}, { cookie: cookieOf(answer) }), 'unauthenticated')
    }
  })

  it('accepts one of two concurrent requests with the same link', async () => {
    const { email } = await registered()
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    const answers = await Promise.all(
      ['one-way', 'or-other'].map((password) => post('/api/auth/password/reset', { token, password })),
    )
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('password change', () => {
  it('requires the current password, keeps the session and ends the others', async () => {
    const { email, password } = await registered()
    const [here, there] = [await signIn(email, password), await signIn(email, password)]
    const session = await good<Session>(here.clone())
    const change = (current_password: string, new_password: string) =>
      post('/api/auth/password/change', { current_password, new_password }, bearer(session))
    expect((await refused(change(password, ''), 'invalid_input')).detail).toBe('Please enter a new password')
    expect(await refused(change(password, '12345'), 'password_weak')).toEqual({
      title: 'Password Too Short',
      detail: 'Password must be at least 6 characters long',
    })
    expect((await refused(change('wrong-one', 'brand-new'), 'wrong_password')).detail).toBe(
      'The current password is not correct.',
    )
    await good(post('/api/auth/password/reset-request', { email }))
    const link = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    await good(change(password, 'brand-new'))
    await expectEvent(session.user.id, 'session.revoked', (await good<Session>(there.clone())).session_id)
    // An intruder may have requested the link before the change.
    await refused(post('/api/auth/password/reset', { token: link, password: 'not-any-more' }), 'invalid_link')
    await refused(post('/api/auth/refresh', {}, { cookie: cookieOf(there) }), 'unauthenticated')
    await good(post('/api/auth/refresh', {}, { cookie: cookieOf(here) }))
    await refused(signIn(email, password), 'invalid_credentials')
    await good(signIn(email, 'brand-new'))
    await nextMail(email, 'Your password was changed')
    expect((await actionsOf(email)).slice(-3)).toEqual([
      'session.revoked',
      'account.password_changed',
      'account.signed_in',
    ])
  })

  it('refuses a revoked session although its access token is still valid', async () => {
    const { email, password } = await registered()
    const session = await good<Session>(signIn(email, password))
    await good(post('/api/auth/sign-out', {}, bearer(session)))
    const change = post(
      '/api/auth/password/change',
      { current_password: password, new_password: 'brand-new' },
      bearer(session),
    )
    await refused(change, 'unauthenticated')
  })
})
