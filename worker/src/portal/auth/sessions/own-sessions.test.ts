import type { Session } from '@portal/contract/auth'
import type { OwnSession } from '@portal/contract/sessions'
import { describe, expect, it } from 'vitest'
import { CLIENT_PASSWORD, cookieOf, good, nextMail, post, refused, signedUpClient } from '../../../testing/accounts.ts'
import { type Caller, insert, mailsTo, newBookkeeper, newClient } from '../../../testing/portal.ts'
import { expectEvent, get, rows, send, trips } from '../../../testing/work.ts'
import { describeUserAgent } from './describe-user-agent.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/19.0 Mobile/15E148 Safari/604.1'

/** Adds another session of the same user. */
async function elsewhere(who: Caller, agent = '', daysAgo = 0): Promise<string> {
  const id = crypto.randomUUID()
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  await insert([
    {
      sql: `INSERT INTO sessions (id, user_id, refresh_hash, user_agent, created_at, last_used_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)`,
      args: [id, who.userId, id, agent, at, at, new Date(Date.now() + 86_400_000).toISOString()],
    },
  ])
  return id
}
const list = async (who: Caller) => (await get<{ items: OwnSession[] }>(who, '/api/auth/sessions')).items
const revoke = (id: string) =>
  insert([{ sql: 'UPDATE sessions SET revoked_at = ? WHERE id = ?', args: [new Date().toISOString(), id] }])

describe('sessions of the signed-in user', () => {
  it('are listed with their browsers, the current one first, then by last use', async () => {
    const me = await newBookkeeper()
    await elsewhere(await newBookkeeper(), FIREFOX)
    const old = await elsewhere(me, FIREFOX, 3)
    const fresh = await elsewhere(me, IPHONE, 1)
    await revoke(await elsewhere(me, FIREFOX))
    const expired = await elsewhere(me, FIREFOX)
    await insert([
      { sql: 'UPDATE sessions SET expires_at = ? WHERE id = ?', args: [new Date().toISOString(), expired] },
    ])
    const items = await list(me)
    expect(items.map(({ browser, current }) => [browser, current])).toEqual([
      ['Unknown browser', true],
      ['Safari on iPhone', false],
      ['Firefox on Windows', false],
    ])
    expect(items.map((s) => s.id).slice(1)).toEqual([fresh, old])
    expect(trips(await me.fetch('/api/auth/sessions'))).toEqual({ reads: 1, writes: 0 })
  })

  it('are found by an index', async () => {
    const plan = await rows<{ detail: string }>(
      'EXPLAIN QUERY PLAN SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NULL AND expires_at > ?',
      'a',
      'b',
    )
    expect(plan.map((p) => p.detail).join()).toContain('sessions_user')
  })

  it('end one by one, with a live event and an audit entry', async () => {
    const client = await newClient(await newBookkeeper())
    const [one, other] = [await elsewhere(client), await elsewhere(client)]
    const answer = await send(client, 'DELETE', `/api/auth/sessions/${one}`)
    expect(trips(answer)).toEqual({ reads: 0, writes: 1 })
    await good(answer)
    expect((await list(client)).map((s) => s.id)).not.toContain(one)
    expect((await list(client)).map((s) => s.id)).toContain(other)
    await expectEvent(client.userId, 'session.revoked', one)
    const [entry] = await rows<{ action: string; detail: string }>(
      'SELECT action, detail FROM audit_log WHERE id = ?',
      one,
    )
    expect(entry?.action).toBe('session.revoked')
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ session_id: one, reason: 'ended_by_owner' })
    await refused(send(client, 'DELETE', `/api/auth/sessions/${one}`), 'not_found')
  })

  it('end all except the current one', async () => {
    const me = await newBookkeeper()
    const others = [await elsewhere(me), await elsewhere(me)]
    await good(send(me, 'POST', '/api/auth/sessions/end-others'))
    expect((await list(me)).map((s) => s.current)).toEqual([true])
    for (const id of others) await expectEvent(me.userId, 'session.revoked', id)
    await good(send(me, 'POST', '/api/auth/sessions/end-others'))
  })

  it('are hidden from other users, who cannot end them', async () => {
    const [me, stranger] = [await newBookkeeper(), await newBookkeeper()]
    const mine = await elsewhere(me)
    await refused(send(stranger, 'DELETE', `/api/auth/sessions/${mine}`), 'not_found')
    await good(send(stranger, 'POST', '/api/auth/sessions/end-others'))
    expect((await list(me)).map((s) => s.id)).toContain(mine)
    expect((await list(stranger)).map((s) => s.id)).not.toContain(mine)
  })

  it('refuse an ended session although its access token is still valid', async () => {
    const me = await newBookkeeper()
    const other = await elsewhere(me)
    const [current] = await list(me)
    await revoke(current?.id ?? '')
    await refused(me.fetch('/api/auth/sessions'), 'unauthenticated')
    await refused(send(me, 'DELETE', `/api/auth/sessions/${other}`), 'unauthenticated')
    await refused(send(me, 'POST', '/api/auth/sessions/end-others'), 'unauthenticated')
    expect(await rows('SELECT 1 FROM sessions WHERE id = ? AND revoked_at IS NULL', other)).toHaveLength(1)
  })
})

it.each([
  [FIREFOX, 'Firefox on Windows'],
  [IPHONE, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/26.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'A browser on Linux'],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('describes %s as %s', (agent, words) => expect(describeUserAgent(agent)).toBe(words))

describe('the mail about a new browser', () => {
  const SUBJECT = 'New sign-in to your account'
  /** Returns the cookies that a browser would keep. */
  const jar = (response: Response) => response.headers.getSetCookie().map((c) => c.split(';')[0] ?? '')
  const enter = (email: string, cookie: string[] = []) =>
    post(
      '/api/auth/sign-in',
      { email, password: CLIENT_PASSWORD, portal: 'client' },
      { 'user-agent': IPHONE, cookie: cookie.join('; ') },
    )

  it('is sent once for each browser, which is recognized by an HttpOnly cookie', async () => {
    const client = await signedUpClient(await newBookkeeper())
    // The first sign-in sends no mail, even when the password was set in another browser.
    const first = await enter(client.email)
    const device = jar(first).find((c) => c.startsWith('portal_device='))
    expect(first.headers.getSetCookie().find((c) => c.startsWith('portal_device='))).toMatch(
      /; Max-Age=34560000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/,
    )
    await good(enter(client.email))
    const mail = await nextMail(client.email, SUBJECT)
    expect(mail.text).toContain('Safari on iPhone')
    expect(mail.text).toContain('Europe/Paris')
    await good(enter(client.email, [device ?? '']))
    await good(post('/api/auth/sign-out', {}, { cookie: jar(first).join('; ') }))
    await good(enter(client.email, [device ?? '']))
    await good(enter(client.email))
    await nextMail(client.email, SUBJECT, 1)
    expect((await mailsTo(client.email)).filter((m) => m.subject === SUBJECT)).toHaveLength(2)
    const stored = await rows<{ device_hash: string }>(
      'SELECT device_hash FROM known_devices d JOIN auth_users u ON u.id = d.user_id WHERE u.email = ?',
      client.email,
    )
    expect(stored).toHaveLength(4)
    for (const row of stored) expect(row.device_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(stored.map((r) => r.device_hash).join()).not.toContain(device?.split('=')[1])
  })

  it('is sent when the cookie is made up', async () => {
    const client = await signedUpClient(await newBookkeeper())
    await good(enter(client.email))
    const response = await enter(client.email, ['portal_device=short'])
    expect(jar(response).find((c) => c.startsWith('portal_device='))).not.toBe('portal_device=short')
    await nextMail(client.email, SUBJECT)
  })

  it('is sent again for other browsers when the password was changed', async () => {
    const client = await signedUpClient(await newBookkeeper())
    const first = await enter(client.email)
    const second = await enter(client.email)
    const session = await good<Session>(second.clone())
    const change = { current_password: CLIENT_PASSWORD, new_password: CLIENT_PASSWORD }
    await good(
      post('/api/auth/password/change', change, {
        authorization: `Bearer ${session.access_token}`,
        cookie: jar(second).join('; '),
      }),
    )
    const known = await rows('SELECT 1 FROM known_devices WHERE user_id = ?', session.user.id)
    expect(known).toHaveLength(1)
    // The second sign-in of this browser.
    await nextMail(client.email, SUBJECT)
    await good(
      enter(
        client.email,
        jar(second).filter((c) => c.startsWith('portal_device=')),
      ),
    )
    await good(
      enter(
        client.email,
        jar(first).filter((c) => c.startsWith('portal_device=')),
      ),
    )
    await nextMail(client.email, SUBJECT, 1)
    expect(cookieOf(first)).toMatch(/^portal_refresh=/)
  })
})
