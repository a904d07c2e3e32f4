import type { Session } from '@portal/contract/auth'
import { describe, expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  cookieOf,
  good,
  post,
  refused,
  registered,
  signedUpClient,
} from '../../../testing/accounts.ts'
import { db, insert, newBookkeeper, newClient, stranger, textOf } from '../../../testing/portal.ts'

async function signedIn() {
  const { email, password } = await registered()
  const response = await post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' })
  return { email, password, cookie: cookieOf(response), session: await good<Session>(response) }
}
const refresh = (cookie: string) => post('/api/auth/refresh', {}, { cookie })

async function revoked(sessionId: string): Promise<boolean> {
  const { rows } = await db.execute({ sql: 'SELECT revoked_at FROM sessions WHERE id = ?', args: [sessionId] })
  return rows[0]?.['revoked_at'] !== null
}

describe('refresh', () => {
  it('returns a new refresh token and access token for the same session', async () => {
    const { cookie, session } = await signedIn()
    const first = await refresh(cookie)
    const second = await refresh(cookieOf(first))
    const renewed = await good<Session>(second)
    expect(new Set([cookie, cookieOf(first), cookieOf(second)]).size).toBe(3)
    expect(renewed).toMatchObject({ session_id: session.session_id, user: session.user })
    const role = await good(
      stranger.fetch('/api/auth/role', { headers: { authorization: `Bearer ${renewed.access_token}` } }),
    )
    expect(role).toEqual({ role: 'bookkeeper' })
  })

  it('ends the session when a token is used twice, and informs the browser with the successor', async () => {
    const { cookie, session } = await signedIn()
    const successor = cookieOf(await refresh(cookie))
    await refused(refresh(cookie), 'unauthenticated')
    await refused(refresh(successor), 'unauthenticated')
    expect(await revoked(session.session_id)).toBe(true)
    const event = await db.execute({ sql: 'SELECT payload FROM outbox WHERE id = ?', args: [session.session_id] })
    expect(JSON.parse(textOf(event.rows[0], 'payload')).type).toBe('session.revoked')
    const entry = await db.execute({
      sql: 'SELECT action, detail FROM audit_log WHERE id = ?',
      args: [session.session_id],
    })
    expect(entry.rows[0]?.['action']).toBe('session.revoked')
    expect(JSON.parse(textOf(entry.rows[0], 'detail'))).toEqual({ session_id: session.session_id, reason: 'replay' })
  })

  it('never renews the session for two requests with the same token', async () => {
    const { cookie, session } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(cookie)))
    const successors = answers.filter((a) => a.ok)
    expect(successors.length).toBeLessThanOrEqual(1)
    for (const answer of successors) await refused(refresh(cookieOf(answer)), 'unauthenticated')
    expect(await revoked(session.session_id)).toBe(true)
  })

  it('repeats a lost response when the request has the same key', async () => {
    const { cookie, session } = await signedIn()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('/api/auth/refresh', {}, { cookie, ...key })),
    )
    for (const answer of answers) expect((await good<Session>(answer)).session_id).toBe(session.session_id)
    const [successor, ...others] = new Set(answers.map((a) => cookieOf(a)))
    expect(others).toEqual([])
    await good(refresh(successor ?? ''))
    // The successor has been used, so the first token counts as stolen, even with the right key.
    await refused(post('/api/auth/refresh', {}, { cookie, ...key }), 'unauthenticated')
    expect(await revoked(session.session_id)).toBe(true)
  })

  it('ends the session when a used token comes with another key, a short key, or too late', async () => {
    const [key, another] = [crypto.randomUUID(), crypto.randomUUID()]
    const late = `UPDATE sessions SET last_used_at = ? WHERE id = ?`
    for (const [first, second, wait] of [
      [key, another, 0],
      ['short-key-1', 'short-key-1', 0],
      [key, key, 16],
    ] as const) {
      const { cookie, session } = await signedIn()
      const successor = cookieOf(await post('/api/auth/refresh', {}, { cookie, 'idempotency-key': first }))
      if (wait)
        await insert([{ sql: late, args: [new Date(Date.now() - wait * 60_000).toISOString(), session.session_id] }])
      await refused(post('/api/auth/refresh', {}, { cookie, 'idempotency-key': second }), 'unauthenticated')
      await refused(refresh(successor), 'unauthenticated')
      expect(await revoked(session.session_id)).toBe(true)
    }
  })

  it('refuses a missing token, a made-up one, and one of an expired session', async () => {
    const { cookie, session } = await signedIn()
    await refused(post('/api/auth/refresh', {}), 'unauthenticated')
    await refused(refresh('portal_refresh=nonsense'), 'unauthenticated')
    await refused(refresh(`portal_refresh=${crypto.randomUUID()}.${'a'.repeat(43)}`), 'unauthenticated')
    await insert([
      { sql: 'UPDATE sessions SET expires_at = ? WHERE id = ?', args: [new Date().toISOString(), session.session_id] },
    ])
    await refused(refresh(cookie), 'unauthenticated')
  })

  it('extends the session by two weeks per use, and to a month at most', async () => {
    const DAY = 86_400_000
    const { cookie, session } = await signedIn()
    const days = async (): Promise<number> => {
      const { rows } = await db.execute({
        sql: 'SELECT expires_at FROM sessions WHERE id = ?',
        args: [session.session_id],
      })
      return (Date.parse(textOf(rows[0], 'expires_at')) - Date.now()) / DAY
    }
    expect(await days()).toBeCloseTo(14, 1)
    const began = (ago: number) =>
      insert([
        {
          sql: 'UPDATE sessions SET created_at = ? WHERE id = ?',
          args: [new Date(Date.now() - ago * DAY).toISOString(), session.session_id],
        },
      ])
    await began(20)
    const later = cookieOf(await refresh(cookie))
    expect(await days()).toBeCloseTo(10, 1)
    await began(30)
    const last = cookieOf(await refresh(later))
    await refused(refresh(last), 'unauthenticated')
  })

  it('keeps the session when a made-up token contains its id', async () => {
    const { cookie, session } = await signedIn()
    const secret = cookie.split('.')[1] ?? ''
    const guesses = [
      'a'.repeat(44),
      'a'.repeat(43),
      secret.slice(0, 22) + 'a'.repeat(22),
      'a'.repeat(22) + secret.slice(22),
    ]
    for (const guess of guesses)
      await refused(refresh(`portal_refresh=${session.session_id}.${guess}`), 'unauthenticated')
    await good(refresh(cookie))
  })

  it('returns the changed profile', async () => {
    const { cookie, session } = await signedIn()
    await insert([
      { sql: "UPDATE profiles SET name = 'New Name', time_zone = 'Asia/Tokyo' WHERE id = ?", args: [session.user.id] },
    ])
    expect((await good<Session>(refresh(cookie))).user).toMatchObject({ name: 'New Name', time_zone: 'Asia/Tokyo' })
  })

  it('refuses a client whose record was deleted or moved to another account', async () => {
    const bookkeeper = await newBookkeeper()
    const [deleted, moved] = [await signedUpClient(bookkeeper), await signedUpClient(bookkeeper)]
    const enter = (email: string) => post('/api/auth/sign-in', { email, password: CLIENT_PASSWORD, portal: 'client' })
    const [first, second] = [await enter(deleted.email), await enter(moved.email)]
    const other = await newClient(bookkeeper)
    await insert([
      { sql: 'DELETE FROM book_clients WHERE id = ?', args: [deleted.id] },
      { sql: 'UPDATE book_client_auth SET auth_user_id = ? WHERE client_id = ?', args: [other.userId, moved.id] },
    ])
    await refused(refresh(cookieOf(first)), 'unauthenticated')
    await refused(refresh(cookieOf(second)), 'unauthenticated')
    expect((await refused(enter(deleted.email), 'email_not_registered')).detail).toBe(
      'This email is not registered. Please contact your bookkeeper.',
    )
  })
})

describe('sign-out', () => {
  it('ends the session with only the cookie, and deletes the cookies', async () => {
    const { cookie, session } = await signedIn()
    const response = await post('/api/auth/sign-out', {}, { cookie })
    const [deleted, cohort] = response.headers.getSetCookie()
    expect(deleted).toMatch(/^portal_refresh=; Max-Age=0; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/)
    expect(cohort).toMatch(/^portal_cohort=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    await refused(refresh(cookie), 'unauthenticated')
    expect(await revoked(session.session_id)).toBe(true)
  })

  it('ends the session with only the access token', async () => {
    const { cookie, session } = await signedIn()
    await good(post('/api/auth/sign-out', {}, { authorization: `Bearer ${session.access_token}` }))
    await refused(refresh(cookie), 'unauthenticated')
  })

  it('succeeds when there is nothing to end, and ends no session of others', async () => {
    const { cookie, session } = await signedIn()
    await good(post('/api/auth/sign-out', {}))
    await good(post('/api/auth/sign-out', {}, { cookie: `portal_refresh=${session.session_id}.${'a'.repeat(43)}` }))
    await good(post('/api/auth/sign-out', {}, { authorization: 'Bearer nonsense' }))
    await good(refresh(cookie))
  })

  it('keeps other sessions of the user', async () => {
    const { email, password, cookie } = await signedIn()
    const other = await post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' })
    await good(post('/api/auth/sign-out', {}, { cookie }))
    await good(refresh(cookieOf(other)))
  })
})

describe('get_user_role', () => {
  it('returns the role on the profile', async () => {
    const bookkeeper = await newBookkeeper()
    const client = await newClient(bookkeeper)
    expect(await good(bookkeeper.fetch('/api/auth/role'))).toEqual({ role: 'bookkeeper' })
    expect(await good(client.fetch('/api/auth/role'))).toEqual({ role: 'client' })
    await refused(stranger.fetch('/api/auth/role'), 'unauthenticated')
  })
})

describe('round trips', () => {
  it('take one read and one write to sign in, refresh and sign out', async () => {
    const { email, password, cookie } = await signedIn()
    const trips = (response: Response) => response.headers.get('server-timing')
    expect(trips(await post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }))).toBe(
      'reads;desc="1", writes;desc="1"',
    )
    const refreshed = await refresh(cookie)
    expect(trips(refreshed)).toBe('reads;desc="1", writes;desc="1"')
    expect(trips(await post('/api/auth/sign-out', {}, { cookie: cookieOf(refreshed) }))).toBe(
      'reads;desc="1", writes;desc="1"',
    )
  })
})
