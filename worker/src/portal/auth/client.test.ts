import { createClient } from '@libsql/client/http'
import type { Session } from '@portal/contract/auth'
import { drizzle } from 'drizzle-orm/libsql/http'
import { describe, expect, inject, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  codeIn,
  cookieOf,
  good,
  mailedCode,
  newDevice,
  newRecord,
  newSignUp,
  nextMail,
  post,
  refused,
  registered,
  setupToken,
  signedUpClient,
  tokenIn,
} from '../../testing/accounts.ts'
import { db, insert, newBookkeeper, unique, textOf } from '../../testing/portal.ts'
import { stamped, toStatement } from '../../platform/db/statement.ts'
import type { Settings } from '../../env.ts'
import { invitationSteps } from './invitations/invite.ts'

const code = (email: string, purpose: string) => post('/api/auth/client/code', { email, purpose })
const check = (email: string, purpose: string, digits: string) =>
  post('/api/auth/client/code/check', { email, purpose, code: digits })
const setPassword = (setup_token: string, password = CLIENT_PASSWORD, timeZone?: string) =>
  post('/api/auth/client/password', { setup_token, password, timeZone })
const signIn = (email: string, password = CLIENT_PASSWORD, portal = 'client') =>
  post('/api/auth/sign-in', { email, password, portal })
const wrong = (right: string) => String(((Number(right) - 100_000 + 1) % 900_000) + 100_000)

describe('a code and the browser that requested it', () => {
  const path = '/api/auth/client/code'
  const codeFor = async (email: string, browser: Record<string, string>, than = 0) => {
    await good(post(path, { email, purpose: 'signup' }, browser))
    return codeIn(await nextMail(email, 'Your verification code', than))
  }
  const enter = (email: string, digits: string, browser: Record<string, string>) =>
    post(`${path}/check`, { email, purpose: 'signup', code: digits }, browser)

  it('stays valid when another browser requests one, and works only in its own browser', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const [own, stranger] = [newDevice(), newDevice()]
    const mine = await codeFor(email, own)
    const theirs = await codeFor(email, stranger, 1)
    await refused(enter(email, mine, stranger), 'invalid_code')
    if (theirs !== mine) await refused(enter(email, theirs, own), 'invalid_code')
    const { setup_token } = await good<{ setup_token: string }>(enter(email, mine, own))
    const set = (browser: Record<string, string>) =>
      post('/api/auth/client/password', { setup_token, password: CLIENT_PASSWORD }, browser)
    await refused(set(stranger), 'session_expired')
    await good(set(own))
  })

  it('keeps its tries when another browser enters wrong codes', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const own = newDevice()
    const mine = await codeFor(email, own)
    for (let i = 0; i < 12; i++) await refused(enter(email, wrong(mine), newDevice()), 'invalid_code')
    await good(enter(email, mine, own))
  })
})

describe('sign-up of a client', () => {
  it('leads from the mailed code to a session as the client record', async () => {
    const bookkeeper = await newBookkeeper()
    const record = await newRecord(bookkeeper)
    await good(code(record.email.toUpperCase(), 'signup'))
    const codeMail = await nextMail(record.email, 'Your verification code')
    expect(codeMail.text + codeMail.html).not.toContain(record.name)
    const mailed = codeIn(codeMail)
    expect(Number(mailed)).toBeGreaterThanOrEqual(100_000)
    const { setup_token } = await good<{ setup_token: string }>(check(record.email, 'signup', mailed))
    await good(setPassword(setup_token))
    const session = await good<Session>(signIn(record.email))
    expect(session.user).toMatchObject({
      role: 'client',
      email: record.email,
      name: record.name,
      company: 'Client Ltd',
      client_id: record.id,
    })
    const auth = await db.execute({
      sql: 'SELECT auth_user_id, password_set FROM book_client_auth WHERE client_id = ?',
      args: [record.id],
    })
    expect(auth.rows[0]).toMatchObject({ auth_user_id: session.user.id, password_set: 1 })
    const profile = await db.execute({
      sql: 'SELECT role, name, email, firm_id FROM profiles WHERE id = ?',
      args: [session.user.id],
    })
    // What the bookkeeper entered stays in the client record.
    expect(profile.rows[0]).toMatchObject({ role: 'client', name: '', email: record.email, firm_id: null })
    expect((await nextMail(record.email, 'Your password is set')).text).not.toContain(record.name)
    const { rows } = await db.execute({
      sql: 'SELECT firm_id, action FROM audit_log WHERE subject_id = ? ORDER BY seq',
      args: [session.user.id],
    })
    expect(rows.map((r) => r['action'])).toEqual(['account.password_set', 'account.signed_in'])
    expect(new Set(rows.map((r) => r['firm_id']))).toEqual(new Set([bookkeeper.firmId]))
    const event = await db.execute({
      sql: "SELECT payload FROM outbox WHERE recipient = ? AND kind = 'event'",
      args: [`user:${bookkeeper.userId}`],
    })
    expect(JSON.parse(textOf(event.rows[0], 'payload'))).toEqual({
      type: 'client.changed',
      ids: { client_id: record.id },
    })
  })

  it('works in a time zone that the portal does not know', async () => {
    const { email } = await newRecord(await newBookkeeper())
    await good(setPassword(await setupToken(email, 'signup'), CLIENT_PASSWORD, 'Etc/Unknown'))
    expect((await good<Session>(signIn(email))).user.time_zone).toBe('UTC')
  })

  it('refuses unregistered addresses with the text of each purpose', async () => {
    const nobody = `${unique('nobody')}@example.com`
    const detail = 'This email is not registered. Please contact your bookkeeper.'
    expect(await refused(code(nobody, 'signup'), 'email_not_registered')).toEqual({
      title: 'Email Not Registered',
      detail,
    })
    expect(await refused(code(nobody, 'recovery'), 'email_not_registered')).toEqual({
      title: 'Email Not Found',
      detail,
    })
  })

  it('refuses bookkeepers and clients with an account', async () => {
    const bookkeeper = await registered()
    const text = 'This email is registered as a bookkeeper. Please contact support.'
    expect((await refused(code(bookkeeper.email, 'signup'), 'email_used_by_bookkeeper')).detail).toBe(text)
    expect((await refused(code(bookkeeper.email, 'recovery'), 'email_used_by_bookkeeper')).detail).toBe(text)
    const client = await signedUpClient(await newBookkeeper())
    expect((await refused(code(client.email, 'signup'), 'account_exists')).title).toBe('Account Already Exists')
  })

  it('refuses a weak password and keeps the token valid', async () => {
    const token = await setupToken((await newRecord(await newBookkeeper())).email, 'signup')
    const said = async (password: string) => refused(setPassword(token, password), 'password_weak')
    expect(await said('short-1')).toEqual({
      title: 'Password Too Short',
      detail: 'Password must be at least 8 characters long.',
    })
    expect(await said('no-digits-here')).toEqual({
      title: 'Password Invalid',
      detail: 'Password must contain at least 1 number.',
    })
    expect(await said('nospecial1')).toEqual({
      title: 'Password Invalid',
      detail: 'Password must contain at least 1 special character.',
    })
    await good(setPassword(token))
  })

  it('points a client to the right portal without opening a session', async () => {
    const client = await signedUpClient(await newBookkeeper())
    const response = await signIn(client.email, CLIENT_PASSWORD, 'bookkeeper')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await refused(response, 'wrong_portal')).toEqual({
      title: 'Access Denied',
      detail: 'This is the bookkeeper portal. Please use the client portal to sign in.',
    })
  })

  it('links the record when it is the only one, and lets the client choose when there are several', async () => {
    const older = await newRecord(await newBookkeeper())
    const newer = await newRecord(await newBookkeeper(), older.email)
    await good(setPassword(await setupToken(older.email, 'signup')))
    const { rows } = await db.execute({
      sql: 'SELECT auth_user_id FROM book_client_auth WHERE email = ?',
      args: [older.email],
    })
    expect(rows.map((r) => r['auth_user_id'])).toEqual([null, null])
    const session = await good<Session>(signIn(older.email))
    expect(session.user).toMatchObject({ client_id: null, name: older.email })
    const authorization = { authorization: `Bearer ${session.access_token}` }
    const accepted = await good<Session>(post(`/api/auth/records/${older.id}/accept`, {}, authorization))
    expect(accepted.user).toMatchObject({ client_id: older.id, name: older.name })
    expect((await good<Session>(signIn(older.email))).user.client_id).toBe(older.id)
    await refused(post('/api/auth/records/switch', { client_id: newer.id }, authorization), 'not_found')
  })

  it('takes over an unconfirmed bookkeeper account with the same address', async () => {
    const squatter = newSignUp()
    await good(post('/api/auth/sign-up', squatter))
    const confirm = tokenIn(await nextMail(squatter.email, 'Confirm your email address'), 'confirm')
    await refused(code(squatter.email, 'signup'), 'email_used_by_bookkeeper')
    await newRecord(await newBookkeeper(), squatter.email)
    await good(setPassword(await setupToken(squatter.email, 'signup')))
    expect((await good<Session>(signIn(squatter.email))).user.role).toBe('client')
    await refused(post('/api/auth/confirm', { token: confirm }), 'invalid_link')
    await refused(signIn(squatter.email, squatter.password, 'bookkeeper'), 'invalid_credentials')
  })
})

describe('a verification code', () => {
  it('works once', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const digits = await mailedCode(email, 'signup')
    await good(check(email, 'signup', digits))
    expect(await refused(check(email, 'signup', digits), 'invalid_code')).toEqual({
      title: 'Invalid Code',
      detail: 'Invalid or expired code.',
    })
  })

  it('allows five tries, even when more come at once', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const digits = await mailedCode(email, 'signup')
    for (let tries = 1; tries <= 4; tries++) await refused(check(email, 'signup', wrong(digits)), 'invalid_code')
    const { email: other } = await newRecord(await newBookkeeper())
    const otherDigits = await mailedCode(other, 'signup')
    await Promise.all(
      Array.from({ length: 5 }, () => refused(check(other, 'signup', wrong(otherDigits)), 'invalid_code')),
    )
    await refused(check(other, 'signup', otherDigits), 'invalid_code')
    await good(check(email, 'signup', digits))
  })

  it('works only for its address and its purpose', async () => {
    const bookkeeper = await newBookkeeper()
    const [one, two] = [await newRecord(bookkeeper), await newRecord(bookkeeper)]
    const digits = await mailedCode(one.email, 'signup')
    const others = await mailedCode(two.email, 'signup')
    if (digits !== others) await refused(check(two.email, 'signup', digits), 'invalid_code')
    await refused(check(one.email, 'recovery', digits), 'invalid_code')
    await good(check(one.email, 'signup', digits))
  })

  it('expires when a new one is requested, and after ten minutes', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const first = await mailedCode(email, 'signup')
    const second = await mailedCode(email, 'signup', 1)
    if (first !== second) await refused(check(email, 'signup', first), 'invalid_code')
    const { rows } = await db.execute({
      sql: `SELECT code_hash, julianday(expires_at) - julianday(created_at) AS days FROM verification_codes
            WHERE email = ? AND closed_at IS NULL`,
      args: [email],
    })
    expect(rows).toHaveLength(1)
    expect(Math.round(Number(rows[0]?.['days']) * 1440)).toBe(10)
    expect(textOf(rows[0], 'code_hash')).not.toContain(second)
    await insert([
      { sql: 'UPDATE verification_codes SET expires_at = ? WHERE email = ?', args: [new Date().toISOString(), email] },
    ])
    await refused(check(email, 'signup', second), 'invalid_code')
  })

  it('must have six digits', async () => {
    const { email } = await newRecord(await newBookkeeper())
    expect((await refused(check(email, 'signup', '12a456'), 'invalid_input')).detail).toBe(
      'Please enter the 6-digit code.',
    )
  })
})

describe('the token that sets the password', () => {
  it('works once, and not when it is made up or expired', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const token = await setupToken(email, 'signup')
    await good(setPassword(token))
    const expired = await refused(setPassword(token), 'session_expired')
    expect(expired).toEqual({
      title: 'Session Expired',
      detail: 'Please start the password reset or signup process again.',
    })
    await refused(setPassword('made-up'), 'session_expired')
    const late = await setupToken(email, 'recovery')
    await insert([
      {
        sql: 'UPDATE verification_codes SET setup_expires_at = ? WHERE email = ?',
        args: [new Date().toISOString(), email],
      },
    ])
    await refused(setPassword(late), 'session_expired')
  })

  it('does not work after the password was changed', async () => {
    const { email } = await signedUpClient(await newBookkeeper())
    const early = await setupToken(email, 'recovery')
    const { access_token } = await good<Session>(signIn(email))
    const change = { current_password: CLIENT_PASSWORD, new_password: 'another-pass-8' }
    await good(post('/api/auth/password/change', change, { authorization: `Bearer ${access_token}` }))
    await refused(setPassword(early), 'session_expired')
  })

  it('refuses with a reason when the client was deleted in the meantime', async () => {
    const record = await newRecord(await newBookkeeper())
    const token = await setupToken(record.email, 'signup')
    await insert([{ sql: 'DELETE FROM book_clients WHERE id = ?', args: [record.id] }])
    expect(await refused(setPassword(token), 'session_expired')).toEqual({
      title: 'Session Error',
      detail: 'Client data not found. Please start the process again.',
    })
  })
})

describe('password reset of a client', () => {
  it('sets a new password and ends every session', async () => {
    const client = await signedUpClient(await newBookkeeper())
    const before = await signIn(client.email)
    await good(setPassword(await setupToken(client.email, 'recovery'), 'another-pass-8'))
    await refused(post('/api/auth/refresh', {}, { cookie: cookieOf(before) }), 'unauthenticated')
    expect((await refused(signIn(client.email), 'invalid_credentials')).detail).toBe(
      'Invalid email or password. Please try again.',
    )
    await good(signIn(client.email, 'another-pass-8'))
    await nextMail(client.email, 'Your password was changed')
  })

  it('points to the client portal when a client uses the bookkeepers’ reset', async () => {
    const client = await signedUpClient(await newBookkeeper())
    await good(post('/api/auth/password/reset-request', { email: client.email }))
    const mail = await nextMail(client.email, 'Set a new password')
    expect(tokenIn(mail, 'reset')).toBe('')
    expect(mail.text).toContain('/client-auth')
  })
})

describe('an invitation', () => {
  async function invited(record: { id: string; email: string; name: string }): Promise<string> {
    const settings = {
      AUTH_SECRET: inject('authSecret'),
      INVITATIONS_PER_DAY: 10,
      INVITATIONS_PER_DAY_MAX: 10,
    } as Settings
    const ctx = {
      db: drizzle(createClient({ url: inject('databaseUrl') })),
      now: new Date(),
      origin: 'https://portal.test',
      settings,
    }
    const steps = await invitationSteps(ctx, {
      clientId: record.id,
      email: record.email,
      name: record.name,
      invitedBy: 'Bea & Co',
      inviter: { userId: crypto.randomUUID(), firmId: crypto.randomUUID() },
      oneTap: true,
    })
    await insert(
      steps
        .filter((s) => !s.lane && !s.explain)
        .map(({ query }) => {
          const { sql, args } = stamped(toStatement(query), ctx.now.toISOString())
          return { sql, args: [...args] }
        }),
    )
    const isQueued = (arg: unknown): arg is string => typeof arg === 'string' && arg.startsWith('[')
    const queued = steps.flatMap((s) => (s.lane ? toStatement(s.query).args.filter(isQueued) : []))[0] ?? '[]'
    const [mail] = JSON.parse(queued) as [{ payload: string }]
    const { subject, text, to } = JSON.parse(mail.payload) as { subject: string; text: string; to: string }
    expect({ subject, to }).toEqual({ subject: 'Bea & Co invites you to the client portal', to: record.email })
    expect(text).toContain('https://portal.test/client-auth')
    return /https:\/\/portal\.test\/client-setup\?token=([\w-]+)/.exec(text)?.[1] ?? ''
  }
  const look = (token: string) => post('/api/auth/invitation/check', { token })
  const accept = (token: string, password = 'sesame', timeZone = 'Europe/Rome') =>
    post('/api/auth/invitation/accept', { token, password, timeZone })

  it('sets the password once', async () => {
    const record = await newRecord(await newBookkeeper())
    const token = await invited(record)
    expect(await good(look(token))).toEqual({ email: record.email, name: record.name, account: false })
    expect(await refused(accept(token, '12345'), 'password_weak')).toEqual({
      title: 'Password Too Short',
      detail: 'Password must be at least 6 characters long.',
    })
    await good(accept(token))
    const session = await good<Session>(signIn(record.email, 'sesame'))
    expect(session.user).toMatchObject({ client_id: record.id, time_zone: 'Europe/Rome' })
    expect((await refused(accept(token), 'invalid_link')).title).toBe('Invalid or Expired Link')
    await refused(look(token), 'link_used')
    await nextMail(record.email, 'Your password is set')
  })

  it('is accepted with a time zone that the portal does not know', async () => {
    const record = await newRecord(await newBookkeeper())
    await good(accept(await invited(record), 'sesame', 'Etc/Unknown'))
    const { user } = await good<Session>(signIn(record.email, 'sesame'))
    expect(user).toMatchObject({ client_id: record.id, time_zone: 'UTC' })
  })

  it('reports that the password is set when it was used, only to the holder of the token', async () => {
    const record = await newRecord(await newBookkeeper())
    const older = await invited(record)
    const token = await invited(record)
    await good(accept(token))
    expect(await refused(look(token), 'link_used')).toEqual({
      title: 'Invalid or Expired Link',
      detail: 'You have already set up your account. Please sign in.',
    })
    await refused(look(older), 'link_used')
    await refused(look('made-up'), 'invalid_link')
  })

  it('is valid for seven days, or until a newer one or another way to sign in', async () => {
    const bookkeeper = await newBookkeeper()
    const record = await newRecord(bookkeeper)
    const first = await invited(record)
    const second = await invited(record)
    await refused(look(first), 'invalid_link')
    const { rows } = await db.execute({
      sql: `SELECT julianday(expires_at) - julianday(created_at) AS days, token_hash FROM book_invitations
            WHERE client_id = ? ORDER BY created_at DESC LIMIT 1`,
      args: [record.id],
    })
    expect(Number(rows[0]?.['days'])).toBeCloseTo(7, 3)
    expect(rows[0]?.['token_hash']).not.toBe(second)
    await good(setPassword(await setupToken(record.email, 'signup')))
    await refused(accept(second), 'invalid_link')
    const other = await newRecord(bookkeeper)
    const late = await invited(other)
    await insert([
      {
        sql: 'UPDATE book_invitations SET expires_at = ? WHERE client_id = ?',
        args: [new Date().toISOString(), other.id],
      },
    ])
    await refused(accept(late), 'invalid_link')
  })

  it('is void when the client has another address', async () => {
    const record = await newRecord(await newBookkeeper())
    const token = await invited(record)
    await insert([
      { sql: 'UPDATE book_clients SET email = ? WHERE id = ?', args: [`${unique('moved')}@example.com`, record.id] },
    ])
    await refused(look(token), 'invalid_link')
    await refused(accept(token), 'invalid_link')
  })

  it('replaces no password and links nothing when the address has an account', async () => {
    const client = await signedUpClient(await newBookkeeper())
    const session = await good<Session>(signIn(client.email))
    const second = await newRecord(await newBookkeeper(), client.email)
    const token = await invited(second)
    expect(await good(look(token))).toEqual({ email: client.email, name: second.name, account: true })
    await refused(accept(token), 'account_exists')
    expect((await good<Session>(signIn(client.email))).user).toMatchObject({
      id: session.user.id,
      client_id: client.id,
    })
    const { rows } = await db.execute({
      sql: 'SELECT auth_user_id FROM book_client_auth WHERE client_id = ?',
      args: [second.id],
    })
    expect(rows[0]?.['auth_user_id']).toBeNull()
  })

  it('links the record that the invitation was for, and leaves others as offers', async () => {
    const foreign = await newRecord(await newBookkeeper())
    const record = await newRecord(await newBookkeeper(), foreign.email)
    await good(accept(await invited(record)))
    expect((await good<Session>(signIn(record.email, 'sesame'))).user.client_id).toBe(record.id)
    const { rows } = await db.execute({
      sql: 'SELECT auth_user_id FROM book_client_auth WHERE client_id = ?',
      args: [foreign.id],
    })
    expect(rows[0]?.['auth_user_id']).toBeNull()
  })

  it('refuses the address of a bookkeeper', async () => {
    const bookkeeper = await registered()
    const token = await invited(await newRecord(await newBookkeeper(), bookkeeper.email))
    expect((await refused(accept(token), 'email_used_by_bookkeeper')).detail).toBe(
      'This email is registered as a bookkeeper. Please contact support.',
    )
    await good(signIn(bookkeeper.email, bookkeeper.password, 'bookkeeper'))
  })

  it('is invalid when the token is made up', async () => {
    await refused(look('abc'), 'invalid_link')
    await refused(look(''), 'invalid_link')
  })
})

it('sets a client’s password with one read and one write', async () => {
  const token = await setupToken((await newRecord(await newBookkeeper())).email, 'signup')
  expect((await setPassword(token)).headers.get('server-timing')).toBe('reads;desc="1", writes;desc="1"')
})
