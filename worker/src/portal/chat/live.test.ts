import { waitFor } from '@portal/contract/testing/wait-for'
import type { ChatThread } from '@portal/contract/chat'
import {
  type PortalSignal,
  REALTIME_PROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type RealtimeMessage,
} from '@portal/contract/events'
import { expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { good, newRecord, refused } from '../../testing/accounts.ts'
import { type Caller, insert, newBookkeeper, newClient, portalUrl } from '../../testing/portal.ts'
import { get, rows, send } from '../../testing/work.ts'
import { readGrant, signGrant } from '../../platform/realtime/typing-grants.ts'

/** Opens a live connection of the caller. */
async function openTab(who: Caller) {
  const socket = new WebSocket(`${portalUrl.replace('http', 'ws')}/api/realtime`, [
    REALTIME_PROTOCOL,
    REALTIME_TOKEN_PREFIX + who.token,
  ])
  const signals: PortalSignal[] = []
  let ready = false
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as RealtimeMessage
    // Other tests change the registry of remotes, which all tabs learn about.
    if (frame.t === 'signal' && frame.signal.type !== 'remotes') signals.push(frame.signal)
    ready ||= frame.t === 'ready'
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await waitFor(() => expect(ready).toBe(true))
  return {
    socket,
    signals,
    closed,
    say: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
  }
}

async function conversation() {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const [thread] = (await get<{ items: ChatThread[] }>(client, '/api/chat/threads')).items
  const id = thread?.id ?? ''
  const ask = (who: Caller) => send(who, 'POST', `/api/chat/threads/${id}/presence`)
  const presence = (who: Caller) => good<{ active: boolean; grant: string | null }>(ask(who))
  return { bookkeeper, client, id, ask, presence }
}

it('shows the other side as active while a tab is open, and publishes changes', async () => {
  const { bookkeeper, client, id, ask, presence } = await conversation()
  expect((await presence(client)).active).toBe(false)
  const own = await openTab(client)
  const [first, second] = [await openTab(bookkeeper), await openTab(bookkeeper)]
  await waitFor(() => expect(own.signals).toEqual([{ type: 'presence', thread_id: id, active: true }]))
  expect((await presence(client)).active).toBe(true)
  first.socket.close()
  await first.closed
  expect((await presence(client)).active).toBe(true)
  second.socket.close()
  await waitFor(() => expect(own.signals.at(-1)).toEqual({ type: 'presence', thread_id: id, active: false }))
  expect((await presence(client)).active).toBe(false)
  expect(own.signals).toHaveLength(2)
  await refused(ask(await newClient(bookkeeper)), 'not_found')
  own.socket.close()
  await own.closed
})

it('shows a client of two firms as active only to the firm whose record is open', async () => {
  const { bookkeeper, client, id, presence } = await conversation()
  const other = await newBookkeeper()
  const record = await newRecord(other, client.email)
  await insert([
    {
      sql: 'UPDATE book_client_auth SET auth_user_id = ?, password_set = 1 WHERE client_id = ?',
      args: [client.userId, record.id],
    },
    {
      sql: "INSERT INTO chat_threads (id, bookkeeper_id, client_id, updated_at) VALUES (?, ?, ?, '')",
      args: [uuidv7(), other.userId, record.id],
    },
  ])
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', record.id)
  const there = async (): Promise<boolean> =>
    (await good<{ active: boolean }>(send(other, 'POST', `/api/chat/threads/${thread?.id}/presence`))).active
  expect(await there()).toBe(false)
  const watching = await openTab(other)
  const tab = await openTab(client)
  expect((await presence(bookkeeper)).active).toBe(true)
  expect(await there()).toBe(false)
  tab.socket.close()
  await tab.closed
  await waitFor(async () => expect((await presence(bookkeeper)).active).toBe(false))
  expect(watching.signals).toEqual([])
  watching.socket.close()
  await watching.closed
  expect(id).not.toBe(thread?.id)
})

it('forwards typing signals without storing them', async () => {
  const { bookkeeper, client, id, presence } = await conversation()
  const [own, peer] = [await openTab(client), await openTab(bookkeeper)]
  const { grant } = await presence(client)
  own.say({ t: 'typing', grant })
  await waitFor(() => expect(peer.signals).toEqual([{ type: 'typing', thread_id: id }]))
  expect(own.signals).toEqual([])
  // A forged grant has no effect.
  own.say({ t: 'typing', grant: signGrant('another-secret', bookkeeper.userId, id, Date.now()) })
  own.say({ t: 'typing', grant })
  await waitFor(() => expect(peer.signals).toHaveLength(2))
  expect(await rows('SELECT count(*) AS n FROM outbox WHERE recipient = ?', `user:${bookkeeper.userId}`)).toEqual([
    { n: 0 },
  ])
  own.socket.close()
  peer.socket.close()
  await Promise.all([own.closed, peer.closed])
})

it('accepts a grant for ten minutes, for one user and one thread', () => {
  const grant = signGrant('secret', 'u1', 't1', 1000)
  expect(readGrant('secret', grant, 1000 + 599_999)).toEqual({ to: 'u1', threadId: 't1' })
  expect(readGrant('secret', grant, 1000 + 600_000)).toBeUndefined()
  expect(readGrant('secret', `x${grant}`, 1000)).toBeUndefined()
  expect(readGrant('secret', '', 1000)).toBeUndefined()
})
