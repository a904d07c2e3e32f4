import { waitFor } from '@portal/contract/testing/wait-for'
import { type PortalEvent, REALTIME_ENDED, REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX } from '@portal/contract/events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../ids.ts'
import { good } from '../../testing/accounts.ts'
import { say } from '../../testing/digests.ts'
import {
  insert,
  newBookkeeper,
  newClient,
  operatorUrl,
  portalUrl,
  type TestBookkeeper,
  type TestClient,
} from '../../testing/portal.ts'
import { openTab, type Tab } from '../../testing/tab.ts'

const messages = (tab: Tab): PortalEvent[] => tab.events().filter((e) => e.type === 'chat.message')

async function pair(): Promise<[TestBookkeeper, TestClient]> {
  const bookkeeper = await newBookkeeper()
  return [bookkeeper, await newClient(bookkeeper)]
}

it('sends events to every tab of a user, in order', async () => {
  const [bookkeeper, client] = await pair()
  const tabs = [openTab(bookkeeper.token), openTab(bookkeeper.token)]
  await Promise.all(tabs.map((t) => t.ready()))
  for (const text of ['one', 'two', 'three']) await say(client, text)
  for (const tab of tabs) {
    await waitFor(() => expect(messages(tab)).toHaveLength(3))
    const seqs = tab.events().map((e) => e.seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  }
  await Promise.all(tabs.map((t) => t.close()))
})

it('sends exactly the missed events when a tab reconnects', async () => {
  const [bookkeeper, client] = await pair()
  const before = openTab(bookkeeper.token)
  await before.ready()
  await say(client, 'seen')
  await waitFor(() => expect(messages(before)).toHaveLength(1))
  await before.close()
  const witness = openTab(bookkeeper.token)
  const last = await witness.ready()
  await say(client, 'missed')
  await say(client, 'missed too')
  await waitFor(() => expect(messages(witness)).toHaveLength(2))
  const after = openTab(bookkeeper.token, last)
  await after.ready()
  await waitFor(() => {
    expect(messages(after)).toHaveLength(2)
    expect(after.events().map((e) => e.id)).toEqual(witness.events().map((e) => e.id))
  })
  expect(after.received.some((f) => f.t === 'reset')).toBe(false)
  await Promise.all([after.close(), witness.close()])
})

it('tells a tab to refetch when its event number is unknown', async () => {
  const [bookkeeper] = await pair()
  const tab = openTab(bookkeeper.token, 4711)
  await tab.ready()
  expect(tab.received[0]).toMatchObject({ t: 'reset' })
  await tab.close()
})

// The runtime ends a connection some seconds after both sides have closed it, so these tests run at the same time.
describe.concurrent('a connection', () => {
  it('closes when its session ends, unlike those of other sessions', async () => {
    const [bookkeeper] = await pair()
    const other = await newBookkeeper()
    const [ended, kept] = [openTab(bookkeeper.token), openTab(other.token)]
    await Promise.all([ended.ready(), kept.ready()])
    const session = (
      JSON.parse(Buffer.from(bookkeeper.token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    ).sid
    const at = new Date().toISOString()
    const event = (userId: string) => ({
      sql: 'INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at) VALUES (?, ?, ?, ?, ?, ?)',
      args: [
        uuidv7(),
        `user:${userId}`,
        'event',
        JSON.stringify({ type: 'session.revoked', ids: { session_id: session } }),
        at,
        at,
      ],
    })
    await insert([event(bookkeeper.userId), event(other.userId)])
    // Any change triggers delivery.
    await say(await newClient(bookkeeper), 'hello')
    expect(await ended.closed).toBe(4001)
    await waitFor(() => expect(kept.events().some((e) => e.type === 'session.revoked')).toBe(true))
    await kept.close()
  })

  it('closes when its session signs out, and refuses the token of an ended session', async () => {
    const [bookkeeper] = await pair()
    const tab = openTab(bookkeeper.token)
    await tab.ready()
    await good(bookkeeper.fetch('/api/auth/sign-out', { method: 'POST' }))
    expect(await tab.closed).toBe(REALTIME_ENDED)
    expect(tab.events().at(-1)).toMatchObject({ type: 'session.revoked', ids: { reason: 'sign_out' } })
    // The access token is still valid for some minutes.
    expect((await bookkeeper.fetch('/api/profile')).status).toBe(200)
    const again = openTab(bookkeeper.token)
    await again.closed
    expect(again.received).toEqual([])
  })
})

it('refuses pages of other origins, even with a valid token', async () => {
  const [bookkeeper] = await pair()
  const opened = (origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('a key of 16 byte').toString('base64'),
        'sec-websocket-protocol': `${REALTIME_PROTOCOL}, ${REALTIME_TOKEN_PREFIX}${bookkeeper.token}`,
        origin,
      }
      const asked = request(new URL('/api/realtime', portalUrl), { headers }, (answer) =>
        resolve(answer.resume().statusCode),
      )
      asked.on('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
  const longer = portalUrl.replace(/:\d+$/, '.example')
  for (const origin of ['https://evil.example', 'null', 'no origin at all', 'file://', longer, operatorUrl])
    expect(await opened(origin)).toBe(403)
  expect(await opened(portalUrl)).toBe(101)
})

it('requires a token and answers pings', async () => {
  const [bookkeeper] = await pair()
  const url = portalUrl.replace('http', 'ws')
  const connection = new WebSocket(`${url}/api/realtime`, [
    REALTIME_PROTOCOL,
    `${REALTIME_TOKEN_PREFIX}${bookkeeper.token}`,
  ])
  const received: string[] = []
  connection.addEventListener('message', ({ data }) => received.push(String(data)))
  await new Promise((resolve) => connection.addEventListener('open', resolve))
  connection.send('ping')
  await waitFor(() => expect(received).toContain('pong'))
  connection.close()
  const refused = new WebSocket(`${url}/api/realtime`, [REALTIME_PROTOCOL, `${REALTIME_TOKEN_PREFIX}nonsense`])
  await new Promise((resolve) => refused.addEventListener('error', resolve))
  expect(refused.readyState).not.toBe(WebSocket.OPEN)
})
