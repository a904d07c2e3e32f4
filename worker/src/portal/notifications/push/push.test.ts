import type { PushSettings } from '@portal/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { good, post, refused } from '../../../testing/accounts.ts'
import { afterPause, say, triggerDueWork } from '../../../testing/digests.ts'
import { type Caller, newBookkeeper, newClient } from '../../../testing/portal.ts'
import { type PushService, readVapid, startPushService, type TestBrowser } from '../../../testing/push-service.ts'
import { decided, delivered, newWork, submit } from '../../../testing/sections.ts'
import { assigned, change, createdClient, expectAudit, get, newWorkform, rows, send } from '../../../testing/work.ts'
import { endExpiredPush } from './end-expired.ts'
import { sendPush } from './send-push.ts'
import { toStatement } from '../../../platform/db/statement.ts'
import { settings, type Env } from '../../../env.ts'

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())

const sessionOf = ({ token }: Caller): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid
const subscribe = (who: Caller, { subscription }: TestBrowser) =>
  send(who, 'PUT', '/api/push/subscription', subscription)
/** Turns push on in a new browser. */
async function pushTo(who: Caller): Promise<TestBrowser> {
  const browser = service.newBrowser()
  await good(subscribe(who, browser))
  return browser
}
const queue = (who: Caller) =>
  rows<{ id: string; done_at: string | null; dead_at: string | null; last_error: string | null }>(
    "SELECT * FROM outbox WHERE kind = 'push' AND recipient = ?",
    `push:${sessionOf(who)}`,
  )
/** Waits until everything queued for the caller's session was sent or dropped. */
const sent = (who: Caller) => delivered('dead_at IS NULL AND recipient = ?', `push:${sessionOf(who)}`)
const settingsOf = (who: Caller) => get<PushSettings>(who, '/api/push')
const titles = (browser: TestBrowser) => browser.messages().map(({ title }) => title)
async function pair() {
  const bookkeeper = await newBookkeeper(undefined, 'Maya Torres')
  return { bookkeeper, client: await newClient(bookkeeper, 'Priya Shah') }
}

describe('a push message', () => {
  it('is encrypted for the browser, signed by the portal, and names no person', async () => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    const workform = await newWorkform(bookkeeper)
    await assigned(bookkeeper, workform, [client.clientId])
    await sent(client)
    const [message, ...more] = browser.messages()
    expect(more).toEqual([])
    const [bell] = await rows<{ id: string }>(
      'SELECT id FROM book_client_notifications WHERE client_id = ?',
      client.clientId,
    )
    const [firm] = await rows<{ name: string }>('SELECT name FROM firms WHERE id = ?', bookkeeper.firmId)
    expect(message).toEqual({
      title: `New workform: ${workform.name}`,
      body: firm?.name,
      path: expect.stringMatching(/^\/client-dashboard\?section=[\w-]{36}$/),
      notification_id: bell?.id,
    })
    const [{ headers, body } = expect.fail('nothing was sent')] = browser.requests
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    // The length tells nothing about the content.
    expect(body.length).toBe(4096)
    const { key, claims } = readVapid(headers.authorization)
    expect(key).toBe((await settingsOf(client)).public_key)
    expect(claims.aud).toBe(service.origin)
    expect(claims.sub).toMatch(/^(?:mailto:|https:)/)
    const hours = (claims.exp * 1000 - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1)
    expect(hours).toBeLessThan(24)
  })

  it('announces submissions, decisions and messages to both sides, without their content', async () => {
    const { bookkeeper, client, workform, second } = await newWork()
    const [office, phone] = [await pushTo(bookkeeper), await pushTo(client)]
    // Waits after each, because news is not announced any more when it was seen or answered.
    await good(submit(client, second.id, { note: 'Secret answer' }))
    await sent(bookkeeper)
    await decided(bookkeeper, 'reject', second.id, { version: 1, reason: 'Secret reason' })
    await sent(client)
    await say(client, 'Secret question')
    await sent(bookkeeper)
    await say(bookkeeper, 'Secret reply', client.clientId)
    await sent(client)
    const [review, chat] = office.messages().toSorted((a, b) => (a.title < b.title ? 1 : -1))
    expect(review).toMatchObject({ title: `Section submitted: ${workform.name}`, body: '' })
    expect(review?.path).toBe(`/form-submissions?workform=${workform.id}&client=${client.clientId}`)
    expect(chat).toMatchObject({ title: 'New message', path: expect.stringMatching(/^\/chat\?thread=/) })
    expect(titles(phone).toSorted()).toEqual(['New message', `Section rejected: ${workform.name}`])
    const all = JSON.stringify([office.messages(), phone.messages()])
    expect(all).not.toMatch(new RegExp(`Secret|${client.name}|@`))
  })

  it('is not sent for a kind that the user switched off, on all devices', async () => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    const { items } = await good<PushSettings>(send(client, 'PUT', '/api/push', { kind: 'messages', on: false }))
    expect(items).toEqual([
      { kind: 'assigned', on: true },
      { kind: 'decisions', on: true },
      { kind: 'messages', on: false },
      { kind: 'reminders', on: true },
    ])
    await say(bookkeeper, 'Hello', client.clientId)
    expect(await queue(client)).toEqual([])
    await good(send(client, 'PUT', '/api/push', { kind: 'messages', on: true }))
    await say(bookkeeper, 'Hello again', client.clientId)
    await sent(client)
    expect(titles(browser)).toEqual(['New message'])
    await refused(send(client, 'PUT', '/api/push', { kind: 'submissions', on: true }), 'invalid_input')
    await expectAudit('account.push_switched', client.userId)
  })

  it('reaches only the client record and the firm that it is about', async () => {
    const { bookkeeper, client } = await pair()
    const [neighbor, other] = [await newClient(bookkeeper), await pair()]
    // The client also works with the other firm, but the session acts as the record of the first one.
    const record = await createdClient(other.bookkeeper, { email: client.email })
    await change(
      'UPDATE book_client_auth SET auth_user_id = ?, password_set = 1 WHERE client_id = ?',
      client.userId,
      record.id,
    )
    const people = [client, neighbor, other.client, other.bookkeeper] as const
    const browsers = await Promise.all(people.map(pushTo))
    const workforms = [await newWorkform(bookkeeper), await newWorkform(other.bookkeeper)] as const
    await assigned(bookkeeper, workforms[0], [client.clientId])
    await assigned(other.bookkeeper, workforms[1], [record.id])
    await Promise.all(people.map(sent))
    expect(browsers.map(titles)).toEqual([[`New workform: ${workforms[0].name}`], [], [], []])
    await change('UPDATE sessions SET client_id = ? WHERE id = ?', record.id, sessionOf(client))
    await assigned(other.bookkeeper, await newWorkform(other.bookkeeper), [record.id])
    await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
    await sent(client)
    expect(browsers[0]?.messages()).toHaveLength(2)
  })
})

describe('a push subscription', () => {
  it.each([
    ['sign-out', (who: Caller) => post('/api/auth/sign-out', {}, { authorization: `Bearer ${who.token}` })],
    [
      'the end of the session in the profile',
      (who: Caller) => send(who, 'DELETE', `/api/auth/sessions/${sessionOf(who)}`),
    ],
    ['turning push off', (who: Caller) => send(who, 'DELETE', '/api/push/subscription')],
  ])('ends with %s', async (_, end) => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    expect((await settingsOf(client)).endpoint).toBe(browser.subscription.endpoint)
    await good(end(client))
    expect(await rows('SELECT 1 FROM push_subscriptions WHERE endpoint = ?', browser.subscription.endpoint)).toEqual([])
    await say(bookkeeper, 'Hello', client.clientId)
    expect(await queue(client)).toEqual([])
  })

  it('ends with its session when the user ends all others', async () => {
    const client = await newClient(await newBookkeeper())
    const browser = await pushTo(client)
    const other = crypto.randomUUID()
    await change(
      `INSERT INTO sessions (id, user_id, client_id, refresh_hash, created_at, last_used_at, expires_at)
       SELECT ?, user_id, client_id, ?, created_at, last_used_at, expires_at FROM sessions WHERE id = ?`,
      other,
      other,
      sessionOf(client),
    )
    await change(
      `INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, created_at)
       VALUES (?, 'elsewhere' || ?, '', '', '')`,
      other,
      other,
    )
    await good(send(client, 'POST', '/api/auth/sessions/end-others'))
    expect(await rows('SELECT 1 FROM push_subscriptions WHERE session_id = ?', other)).toEqual([])
    expect((await settingsOf(client)).endpoint).toBe(browser.subscription.endpoint)
  })

  it('ends with the time of its session, and is then deleted', async () => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    browser.answer = { status: 503, headers: { 'retry-after': '3600' } }
    await say(bookkeeper, 'Before', client.clientId)
    await expect.poll(() => browser.requests.length).toBe(1)
    await change('UPDATE sessions SET expires_at = ? WHERE id = ?', new Date().toISOString(), sessionOf(client))
    await say(bookkeeper, 'After', client.clientId)
    expect(await queue(client)).toHaveLength(1)
    await retryNow(client)
    expect(browser.requests).toHaveLength(1)
    const { sql, args } = toStatement(endExpiredPush(new Date()))
    await change(sql, ...(args as string[]))
    expect(await rows('SELECT 1 FROM push_subscriptions WHERE session_id = ?', sessionOf(client))).toEqual([])
  })

  it.each([404, 410, 403])('is removed when the push service answers %i', async (status) => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    browser.answer = { status }
    await say(bookkeeper, 'Hello', client.clientId)
    await sent(client)
    expect((await settingsOf(client)).endpoint).toBeNull()
    expect((await queue(client)).map(({ dead_at }) => dead_at)).toEqual([null])
  })

  it('survives when the push service is unavailable or refuses one message', async () => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    browser.answer = { status: 503, headers: { 'retry-after': '3600' } }
    await say(bookkeeper, 'One', client.clientId)
    await expect.poll(() => browser.requests.length).toBe(1)
    browser.answer = { status: 201 }
    await retryNow(client)
    expect(browser.messages()).toHaveLength(2)
    browser.answer = { status: 413 }
    await say(bookkeeper, 'Two', client.clientId)
    await sent(client)
    expect((await queue(client)).at(-1)?.last_error).toBe('The push service answered 413.')
    expect((await settingsOf(client)).endpoint).toBe(browser.subscription.endpoint)
  })

  it('belongs to the session that subscribed last in the browser', async () => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    await good(subscribe(bookkeeper, browser))
    expect((await settingsOf(client)).endpoint).toBeNull()
    expect((await settingsOf(bookkeeper)).endpoint).toBe(browser.subscription.endpoint)
  })

  it('is refused for addresses and keys that cannot be used, and after the end of the session', async () => {
    const client = await newClient(await newBookkeeper())
    const browser = service.newBrowser()
    const { endpoint, keys } = browser.subscription
    const put = (body: unknown) => send(client, 'PUT', '/api/push/subscription', body)
    for (const address of ['file:///etc/passwd', 'https://user:secret@example.com/', 'no address', ''])
      await refused(put({ endpoint: address, keys }), 'invalid_input')
    const offCurve = `B${'A'.repeat(86)}`
    await refused(put({ endpoint, keys: { ...keys, p256dh: offCurve } }), 'invalid_input')
    await refused(put({ endpoint, keys: { ...keys, auth: 'short' } }), 'invalid_input')
    await change('UPDATE sessions SET revoked_at = ? WHERE id = ?', new Date().toISOString(), sessionOf(client))
    await refused(subscribe(client, browser), 'unauthenticated')
  })

  it('leads to no private network in production', async () => {
    const browser = service.newBrowser()
    const { endpoint, keys } = browser.subscription
    const config = { ...settings(PRODUCTION), VAPID_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64') }
    const message = { title: '', body: '', path: '', notification_id: null }
    const port = new URL(endpoint).port
    for (const address of [endpoint, `https://127.0.0.1:${port}/`, 'https://[::1]/', 'https://0x7f000001/'])
      expect((await sendPush(config, { endpoint: address, ...keys }, message)).error, address).toMatch(/address/)
    expect(browser.requests).toEqual([])
  })
})

/** The settings of a portal in production. */
const PRODUCTION = {
  ENVIRONMENT: 'production',
  ORIGIN: 'https://portal.example.com',
  OPERATOR_ORIGIN: 'https://ops.example.com',
  LIBSQL_URL: 'https://database.example.com',
  AUTH_SECRET: 'x'.repeat(32),
  MAIL_FROM: 'portal@example.com',
} as unknown as Env

/** Makes waiting messages to the caller due, and waits for their delivery. */
async function retryNow(who: Caller): Promise<void> {
  const past = new Date(Date.now() - 1).toISOString()
  await change("UPDATE outbox SET next_at = ? WHERE kind = 'push' AND recipient = ?", past, `push:${sessionOf(who)}`)
  await triggerDueWork()
  await sent(who)
}

describe('news that was seen', () => {
  it('is not announced by push any more', async () => {
    const { bookkeeper, client } = await pair()
    const browser = await pushTo(client)
    browser.answer = { status: 503, headers: { 'retry-after': '3600' } }
    await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
    await expect.poll(() => browser.requests.length).toBe(1)
    const id = browser.messages()[0]?.notification_id
    await good(send(client, 'POST', '/api/notifications/read', { ids: [id] }))
    await retryNow(client)
    expect(browser.requests).toHaveLength(1)
  })

  it('is left out of the mail for both sides, and the rest is mailed', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork([
      { id: 'a', name: 'A', type: 'short-text', section: 'First' },
      { id: 'b', name: 'B', type: 'short-text', section: 'Second' },
    ])
    const [office, phone] = [await pushTo(bookkeeper), await pushTo(client)]
    const opened = (who: Caller, browser: TestBrowser) =>
      good(send(who, 'POST', '/api/notifications/read', { ids: [browser.messages()[0]?.notification_id] }))
    await good(submit(client, first.id, { a: 'x' }))
    await sent(bookkeeper)
    await opened(bookkeeper, office)
    await good(submit(client, second.id, { b: 'x' }))
    await sent(bookkeeper)
    const [mail] = await afterPause(bookkeeper.email)
    expect(mail?.subject).toBe(`Section submitted: ${workform.name}`)
    expect(mail?.text).toContain('"Second"')
    expect(mail?.text).not.toContain('"First"')
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await sent(client)
    await opened(client, phone)
    const mails = await afterPause(client.email)
    expect(mails.map(({ subject }) => subject).filter((s) => s.startsWith('Section approved'))).toEqual([])
  })

  it('is mailed when only somebody else has read their own notification', async () => {
    const { bookkeeper, client } = await pair()
    const neighbor = await newClient(bookkeeper)
    const workform = await newWorkform(bookkeeper)
    await assigned(bookkeeper, workform, [client.clientId, neighbor.clientId])
    const all = await rows<{ id: string }>(
      'SELECT id FROM book_client_notifications WHERE client_id IN (?, ?)',
      client.clientId,
      neighbor.clientId,
    )
    await good(send(neighbor, 'POST', '/api/notifications/read', { ids: all.map(({ id }) => id) }))
    expect((await afterPause(client.email))[0]?.subject).toBe(`New workform: ${workform.name}`)
    expect(await afterPause(neighbor.email)).toEqual([])
  })
})
