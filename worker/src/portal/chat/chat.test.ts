import type { ChatMessage, ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import type { Notifications } from '@portal/contract/notifications'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { type Caller, newBookkeeper, newClient, type TestClient } from '../../testing/portal.ts'
import { change, expectEvent, get, queued, rows, send, trips } from '../../testing/work.ts'

interface Page<T> {
  items: T[]
  next: string | null
}
const threads = (who: Caller, query = '') => get<Page<ChatThread>>(who, `/api/chat/threads${query}`)
const messages = (who: Caller, id: string, query = '') =>
  get<ChatMessagesPage>(who, `/api/chat/threads/${id}/messages${query}`)
const say = (who: Caller, id: string, message: string, key?: string) =>
  send(who, 'POST', `/api/chat/threads/${id}/messages`, { message }, key ? { 'idempotency-key': key } : {})
const threadOf = async (client: TestClient): Promise<string> => (await threads(client)).items[0]?.id ?? ''

/** Inserts the messages m1 to mN into the thread. */
const fill = (thread: string, n: number) =>
  change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at)
     SELECT lower(hex(randomblob(4)) || '-0000-7000-8000-' || hex(randomblob(6))), ?, 'client', 'm' || i, '[]',
       '2026-01-01T00:00:00.000Z' FROM n`,
    n,
    thread,
  )

async function conversation() {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  return { bookkeeper, client, thread: await threadOf(client) }
}

describe('conversations', () => {
  it('are listed with their last message, latest first, in one round trip', async () => {
    const bookkeeper = await newBookkeeper()
    const [ann, ben, cleo] = [
      await newClient(bookkeeper, 'Ann'),
      await newClient(bookkeeper, 'Ben'),
      await newClient(bookkeeper, 'Cleo'),
    ]
    await good(say(ben, await threadOf(ben), 'First'))
    await good(say(bookkeeper, await threadOf(ann), 'Second'))
    const response = await bookkeeper.fetch('/api/chat/threads')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items, next } = (await response.json()) as Page<ChatThread>
    expect(next).toBeNull()
    expect(items).toMatchObject([
      {
        client_name: 'Ann',
        bookkeeper_name: 'Bea Bookkeeper',
        last_message: { sender: 'bookkeeper', message: 'Second' },
      },
      { client_name: 'Ben', last_message: { sender: 'client', message: 'First' } },
      { client_name: 'Cleo', client_id: cleo.clientId, last_message: null },
    ])
    const page = await threads(bookkeeper, '?limit=2')
    expect(page.items).toEqual(items.slice(0, 2))
    expect((await threads(bookkeeper, `?limit=2&cursor=${page.next}`)).items).toEqual(items.slice(2))
  })

  it('are found by name, email and company of the client, page by page', async () => {
    const bookkeeper = await newBookkeeper()
    for (const name of ['Zoë Ärmel', 'Anna Zimmer', 'Hannah Ruiz', 'Ben']) await newClient(bookkeeper, name)
    const foreign = await newClient(await newBookkeeper(), 'Anna Foreign')
    const found = async (q: string) =>
      (await threads(bookkeeper, `?q=${encodeURIComponent(q)}`)).items.map((t) => t.client_name).toSorted()
    expect(await found('anna')).toEqual(['Anna Zimmer', 'Hannah Ruiz'])
    expect(await found('äRM')).toEqual(['Zoë Ärmel'])
    expect(await found('be')).toEqual(['Ben'])
    expect(await found('Client Ltd')).toHaveLength(4)
    expect(await found('"; DROP')).toEqual([])
    expect(await found(foreign.email)).toEqual([])
    const page = await threads(bookkeeper, '?q=anna&limit=1')
    const rest = await threads(bookkeeper, `?q=anna&limit=1&cursor=${page.next}`)
    expect([...page.items, ...rest.items].map((t) => t.client_name).toSorted()).toEqual(['Anna Zimmer', 'Hannah Ruiz'])
    expect(rest.next).toBeNull()
    expect((await threads(bookkeeper, `?client=${foreign.clientId}`)).items).toEqual([])
  })

  it('are found by the text of their messages, except deleted and foreign ones', async () => {
    const bookkeeper = await newBookkeeper()
    const [ann, ben, foreign] = [
      await newClient(bookkeeper, 'Ann'),
      await newClient(bookkeeper, 'Ben'),
      await newClient(await newBookkeeper(), 'Else'),
    ]
    await good(say(ann, await threadOf(ann), 'Where do I find the payroll JOURNAL?'))
    await good(say(bookkeeper, await threadOf(ben), 'Your payroll journal is late. 100 %'))
    await good(say(foreign, await threadOf(foreign), 'A journal of others'))
    const found = async (q: string) =>
      (await threads(bookkeeper, `?q=${encodeURIComponent(q)}`)).items.map((t) => t.client_name)
    expect(await found('journal')).toEqual(['Ben', 'Ann'])
    expect(await found('0 %')).toEqual(['Ben'])
    expect(await found('others')).toEqual([])
    const page = await threads(bookkeeper, '?q=journal&limit=1')
    const rest = await threads(bookkeeper, `?q=journal&limit=1&cursor=${page.next}`)
    expect([...page.items, ...rest.items].map((t) => t.client_name)).toEqual(['Ben', 'Ann'])
    expect(rest.next).toBeNull()
    const { id } = (await messages(ann, await threadOf(ann))).items[0] ?? {}
    await good(ann.fetch(`/api/chat/threads/${await threadOf(ann)}/messages/${id}`, { method: 'DELETE' }))
    expect(await found('journal')).toEqual(['Ben'])
  })

  it('are accessible only to their two sides', async () => {
    const { bookkeeper, client, thread } = await conversation()
    await good(say(client, thread, 'Private'))
    const others = [
      await newBookkeeper(bookkeeper.firmId),
      await newBookkeeper(),
      await newClient(bookkeeper),
      await newClient(await newBookkeeper()),
    ]
    for (const other of others) {
      expect((await threads(other)).items.map((t) => t.id)).not.toContain(thread)
      await refused(other.fetch(`/api/chat/threads/${thread}/messages`), 'not_found')
      await refused(say(other, thread, 'Let me in'), 'not_found')
    }
    expect((await threads(client)).items).toMatchObject([{ id: thread, bookkeeper_name: 'Bea Bookkeeper' }])
    expect(await rows('SELECT 1 FROM chat_messages WHERE thread_id = ?', thread)).toHaveLength(1)
  })
})

describe('messages', () => {
  it('are stored with their sender and published to both sides, with one read and one write', async () => {
    const { bookkeeper, client, thread } = await conversation()
    const response = await say(client, thread, '  Hello,\nis this right? ')
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const message = (await response.json()) as ChatMessage
    expect(message).toMatchObject({ thread_id: thread, sender: 'client', message: 'Hello,\nis this right?' })
    const answer = await good<ChatMessage>(say(bookkeeper, thread, 'Yes.'))
    expect(answer.sender).toBe('bookkeeper')
    expect(await messages(client, thread)).toEqual({ items: [message, answer], next: null, newer: null })
    expect(await messages(bookkeeper, thread)).toEqual(await messages(client, thread))
    expect((await threads(client)).items[0]?.updated_at).toBe(answer.created_at)
    for (const who of [client, bookkeeper]) {
      for (const { id } of [message, answer]) await expectEvent(who.userId, 'chat.message', id)
    }
  })

  it('notify the other side but not the sender', async () => {
    const { bookkeeper, client, thread } = await conversation()
    const bell = (who: Caller) => get<Notifications>(who, '/api/notifications')
    await good(say(client, thread, 'Ping'))
    expect((await bell(bookkeeper)).items).toMatchObject([{ type: 'message', message: 'Cleo Client: Ping' }])
    expect((await bell(client)).items).toEqual([])
    await good(say(bookkeeper, thread, `Pong ${'🏓'.repeat(60)}`))
    expect((await bell(client)).items).toMatchObject([
      { type: 'message', title: 'New message', message: `Bea Bookkeeper: Pong ${'🏓'.repeat(40)}…`, is_read: false },
    ])
    expect((await bell(bookkeeper)).items).toHaveLength(1)
    expect(await queued('event', `user:${client.userId}`, 'notification.created')).toHaveLength(1)
    expect(await queued('event', `user:${bookkeeper.userId}`, 'notification.created')).toHaveLength(1)
  })

  it('are paged from the newest back, and from any position on, each page in order', async () => {
    const { client, thread } = await conversation()
    await fill(thread, 7)
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ChatMessagesPage = await messages(client, thread, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      pages.push(page.items.map((m) => m.message))
      cursor = page.next
    }
    expect(pages).toEqual([['m5', 'm6', 'm7'], ['m2', 'm3', 'm4'], ['m1']])
    const middle = await messages(client, thread, '?from=3&limit=2')
    expect([middle.items.map((m) => m.seq), middle.newer]).toEqual([[3, 4], 5])
    expect((await messages(client, thread, `?limit=10&cursor=${middle.next}`)).items.map((m) => m.seq)).toEqual([1, 2])
    expect(await messages(client, thread, '?from=8')).toEqual({ items: [], next: null, newer: null })
    expect(trips(await client.fetch(`/api/chat/threads/${thread}/messages`))).toEqual({ reads: 1, writes: 0 })
    await refused(client.fetch(`/api/chat/threads/${thread}/messages?cursor=nonsense`), 'invalid_input')
  })

  it('are sent only once when repeated with the same id or key', async () => {
    const { bookkeeper, client, thread } = await conversation()
    const once = await Promise.all([1, 2, 3].map(() => good(say(client, thread, 'Once', 'message-key-1'))))
    expect(await good(say(client, thread, 'Once', 'message-key-1'))).toEqual(once[0])
    const id = uuidv7()
    const path = `/api/chat/threads/${thread}/messages`
    const twice = await Promise.all([1, 2, 3].map(() => good(send(client, 'POST', path, { id, message: 'Twice' }))))
    expect(twice[0]).toMatchObject({ id, seq: 2 })
    expect((await messages(client, thread)).items).toEqual([once[0], twice[0]])
    // An id cannot be used by another sender.
    await refused(send(bookkeeper, 'POST', path, { id, message: 'Mine' }), 'invalid_input')
    expect((await threads(bookkeeper)).items[0]?.unread).toBe(2)
  })

  it('have positions without gaps and ascending times when both sides write at once', async () => {
    const { bookkeeper, client, thread } = await conversation()
    await change(`UPDATE chat_threads SET updated_at = '2999-01-01T00:00:00.000Z' WHERE id = ?`, thread)
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) => good<ChatMessage>(say(i % 2 ? client : bookkeeper, thread, `n${i}`))),
    )
    const { items } = await messages(client, thread)
    expect(items.map((m) => m.seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(sent.toSorted((a, b) => a.seq - b.seq)).toEqual(items)
    const times = items.map((m) => m.created_at)
    expect(times).toEqual(times.toSorted())
    expect(times[0]).toBe('2999-01-01T00:00:00.000Z')
  })

  it('are refused when empty, also of what cannot be seen, or too long', async () => {
    const { client, thread } = await conversation()
    for (const blank of ['   ', '\u200b', '\u3164', '\u2800'])
      await refused(say(client, thread, blank), 'invalid_input')
    expect(await refused(say(client, thread, 'x'.repeat(10_001)), 'invalid_input')).toMatchObject({
      detail: 'Please use at most 10,000 characters.',
    })
    await good(say(client, thread, 'x'.repeat(10_000)))
  })

  it('keep special characters, in composed form', async () => {
    const { client, thread } = await conversation()
    const odd = `<b>"quotes" & 'more'</b> \\ % 😀 é`
    await good(say(client, thread, odd.normalize('NFD')))
    expect((await messages(client, thread)).items[0]?.message).toBe(odd)
  })
})
