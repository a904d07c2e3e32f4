import type { Notifications, NotificationsPage } from '@portal/contract/notifications'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, newBookkeeper, newClient, stranger, type TestClient } from '../../testing/portal.ts'
import { decided, newWork, submit } from '../../testing/sections.ts'
import { change, day, expectEvent, get, rows, sectionsOf, send, trips } from '../../testing/work.ts'

const bell = (who: Caller): Promise<Notifications> => get<Notifications>(who, '/api/notifications')
const markRead = (who: Caller, ids: string[]): Promise<Response> =>
  send(who, 'POST', '/api/notifications/read', { ids })

/** Inserts a message of the client with a time. */
async function wrote(client: TestClient, message: string, at: string, sender = 'client'): Promise<void> {
  await change(
    `INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at) SELECT ?, id, ?, ?, '[]', ?
      FROM chat_threads WHERE client_id = ?`,
    crypto.randomUUID(),
    sender,
    message,
    at,
    client.clientId,
  )
}

describe('a bookkeeper’s notifications', () => {
  it('are submissions and messages of clients, newest first, in one round trip', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    expect(await bell(bookkeeper)).toEqual({ items: [], unread: 0, unread_ids: [], total: 0 })
    await good(submit(client, first.id, { name: 'Cleo' }))
    await wrote(client, 'Hello there', '2999-01-01T00:00:00.000Z')
    await wrote(client, 'From the agent', '2999-01-02T00:00:00.000Z', 'system')
    const response = await bookkeeper.fetch('/api/notifications')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items, unread } = (await response.json()) as Notifications
    expect(unread).toBe(2)
    expect(items).toMatchObject([
      {
        type: 'message',
        title: 'New message',
        message: 'Cleo Client: Hello there',
        is_read: false,
        client_id: client.clientId,
        client_name: 'Cleo Client',
      },
      {
        type: 'submission',
        message: `Cleo Client submitted "First" of "${workform.name}".`,
        is_read: false,
        workform_id: workform.id,
        section_name: 'First',
        client_id: client.clientId,
      },
    ])
  })

  it('are limited to the ten latest of each kind', async () => {
    const { bookkeeper, client } = await newWork(
      Array.from({ length: 12 }, (_, i) => ({ id: `f${i}`, name: `F${i}`, section: `S${i}` })),
    )
    const other = await newClient(bookkeeper, 'Other Client')
    const sections = await rows<{ id: string }>(
      'SELECT id FROM book_client_workforms WHERE client_id = ?',
      client.clientId,
    )
    for (const [i, { id }] of sections.entries()) {
      await change(
        'UPDATE book_client_workforms SET submitted_at = ? WHERE id = ?',
        `2026-01-${10 + i}T00:00:00.000Z`,
        id,
      )
    }
    for (let i = 0; i < 12; i++) await wrote(i % 3 === 0 ? other : client, `m${i}`, `2026-02-${10 + i}T00:00:00.000Z`)
    const { items } = await bell(bookkeeper)
    expect(items.map((n) => n.created_at)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `2026-02-${21 - i}T00:00:00.000Z`),
      ...Array.from({ length: 10 }, (_, i) => `2026-01-${21 - i}T00:00:00.000Z`),
    ])
    expect(items.filter((n) => n.client_name === 'Other Client')).toHaveLength(3)
  })

  it('omit deleted messages', async () => {
    const { bookkeeper, client } = await newWork()
    await wrote(client, 'Kept', '2026-02-10T00:00:00.000Z')
    await wrote(client, 'Deleted', '2026-02-11T00:00:00.000Z')
    await change("UPDATE chat_messages SET deleted_at = created_at, message = '' WHERE message = 'Deleted'")
    expect((await bell(bookkeeper)).items.map((n) => n.message)).toEqual([expect.stringContaining('Kept')])
  })

  it('stay read on every device until the section is submitted again', async () => {
    const { bookkeeper, client, first, second } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await good(submit(client, second.id, { note: 'x' }))
    const { items } = await bell(bookkeeper)
    const response = await markRead(bookkeeper, [
      items.find((n) => n.section_name === 'First')?.id ?? '',
      'of something else',
    ])
    expect(trips(response)).toEqual({ reads: 0, writes: 1 })
    await good(markRead(bookkeeper, [items.find((n) => n.section_name === 'First')?.id ?? '']))
    const read = async () => (await bell(bookkeeper)).items.map((n) => `${n.section_name} ${n.is_read}`).toSorted()
    expect(await read()).toEqual(['First true', 'Second false'])
    expect((await bell(bookkeeper)).unread).toBe(1)
    await expectEvent(bookkeeper.userId, 'notification.read', '')
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Again' })
    expect(await read()).toEqual(['Second false'])
    await good(submit(client, first.id, { name: 'Cleo' }))
    expect(await read()).toEqual(['First false', 'Second false'])
  })

  it('store only read marks of existing notifications, and delete them with these', async () => {
    const { bookkeeper, client, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await wrote(client, 'Hello', '2026-01-01T00:00:00.000Z')
    const { items } = await bell(bookkeeper)
    const made = Array.from({ length: 400 }, (_, i) => `message:made-up-${i}`)
    await good(markRead(bookkeeper, [...items.map((n) => n.id), ...items.map((n) => `${n.id}x`), ...made]))
    const marks = async () =>
      (
        await rows<{ id: string }>(
          'SELECT notification_id AS id FROM notification_reads WHERE user_id = ?',
          bookkeeper.userId,
        )
      ).map((r) => r.id)
    expect((await marks()).toSorted()).toEqual(items.map((n) => n.id).toSorted())
    await change('UPDATE chat_messages SET deleted_at = created_at WHERE heard_by = ?', bookkeeper.userId)
    expect(await marks()).toEqual([expect.stringMatching(/^submission:/)])
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Again' })
    await good(submit(client, first.id, { name: 'Cleo' }))
    expect(await marks()).toEqual([])
  })

  it('are separate for each bookkeeper, as are read marks', async () => {
    const { bookkeeper, client, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await wrote(client, 'Hello', '2026-01-01T00:00:00.000Z')
    const colleague = await newBookkeeper(bookkeeper.firmId)
    expect(await bell(colleague)).toEqual({ items: [], unread: 0, unread_ids: [], total: 0 })
    const { items } = await bell(bookkeeper)
    await good(
      markRead(
        colleague,
        items.map((n) => n.id),
      ),
    )
    expect((await bell(bookkeeper)).unread).toBe(2)
  })
})

describe('the bell', () => {
  const SECTIONS = Array.from({ length: 12 }, (_, i) => ({ id: `f${i}`, name: `F${i}`, section: `S${i}` }))
  const unreadIds = ({ items }: Notifications) => items.filter((n) => !n.is_read).map((n) => n.id)

  it('counts all unread ones and lists older ones once the latest are read', async () => {
    const { bookkeeper, client, workform } = await newWork(SECTIONS)
    for (const { id, position } of await sectionsOf(client.clientId, workform.id))
      await good(submit(client, id, { [`f${position}`]: 'x' }))
    const first = await bell(bookkeeper)
    expect([first.unread, unreadIds(first).length, first.total]).toEqual([12, 10, 12])
    const pages = await get<NotificationsPage>(bookkeeper, '/api/notifications/all?tab=unread&limit=100')
    expect(first.unread_ids?.toSorted()).toEqual(pages.items.map((n) => n.id).toSorted())
    await good(markRead(bookkeeper, unreadIds(first)))
    const second = await bell(bookkeeper)
    expect([second.unread, unreadIds(second).length, second.total]).toEqual([2, 2, 12])
    await good(markRead(bookkeeper, unreadIds(second)))
    expect(await bell(bookkeeper)).toMatchObject({ unread: 0, total: 12 })
    // Submitting again after a rejection makes a new notification.
    const [section] = await sectionsOf(client.clientId, workform.id)
    await decided(bookkeeper, 'reject', section?.id ?? '', { version: 1, reason: 'Again' })
    await good(submit(client, section?.id ?? '', { f0: 'y' }))
    expect(await bell(bookkeeper)).toMatchObject({ unread: 1, total: 12 })
  })

  it('counts a submission as read once it was decided on, even if the approval is undone', async () => {
    const { bookkeeper, client, first, second } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await good(submit(client, second.id, { note: 'x' }))
    const counts = async () => {
      const { items, unread, unread_ids, total } = await bell(bookkeeper)
      const page = await get<NotificationsPage>(bookkeeper, '/api/notifications/all?tab=unread')
      expect([unread_ids?.length, page.items.length]).toEqual([unread, unread])
      expect(items.filter((n) => !n.is_read)).toHaveLength(unread)
      return [unread, total]
    }
    expect(await counts()).toEqual([2, 2])
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    expect(await counts()).toEqual([1, 2])
    await decided(bookkeeper, 'undo', first.id, { version: 2 })
    expect(await counts()).toEqual([1, 2])
    await decided(bookkeeper, 'reject', first.id, { version: 3, reason: 'Again' })
    expect(await counts()).toEqual([1, 1])
    await good(submit(client, first.id, { name: 'Cleo' }))
    expect(await counts()).toEqual([2, 2])
    const sections = [first, second].map(({ id }, i) => ({ assignment_id: id, version: i === 0 ? 5 : 1 }))
    await good(
      send(bookkeeper, 'POST', '/api/submissions/approve', {
        workform_id: (await bell(bookkeeper)).items[0]?.workform_id,
        client_id: client.clientId,
        sections,
      }),
    )
    expect(await counts()).toEqual([0, 2])
  })

  it('counts and lists the same unread ones when there are more than are looked at', async () => {
    const { bookkeeper, client } = await newWork()
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 620)
       INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at)
       SELECT lower(hex(randomblob(4)) || '-0000-7000-8000-' || hex(randomblob(6))), (SELECT id FROM chat_threads
       WHERE client_id = ?), 'client',
         'Message ' || i, '[]', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (i / 3) || ' minutes') FROM n`,
      client.clientId,
    )
    const { unread, unread_ids = [] } = await bell(bookkeeper)
    expect(unread).toBe(500)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/notifications/all?tab=unread&limit=70${cursor ? `&cursor=${cursor}` : ''}`
      const page: NotificationsPage = await get<NotificationsPage>(bookkeeper, path)
      listed.push(...page.items.map((n) => n.id))
      cursor = page.next
    }
    expect(listed.toSorted()).toEqual(unread_ids.toSorted())
    await good(markRead(bookkeeper, unread_ids))
    expect((await bell(bookkeeper)).unread).toBe(0)
  })

  it('lists a client’s unread ones behind a hundred read ones', async () => {
    const { client } = await newWork()
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at, sender_type,
       recipient_type)
       SELECT ?1 || i, ?1, i > 5, 'T', 'M' || i, strftime('%Y-%m-%dT%H:%M:%fZ', '2030-01-01', i || ' minutes'),
         'bookkeeper', 'client' FROM n`,
      client.clientId,
    )
    const list = await bell(client)
    // Including the one about the workform.
    expect([list.unread, list.total, unreadIds(list).length]).toEqual([6, 121, 6])
    await good(markRead(client, unreadIds(list).slice(0, 5)))
    expect((await bell(client)).unread).toBe(1)
  })

  it('marks messages as read when the conversation is read, on both sides', async () => {
    const { bookkeeper, client } = await newWork()
    const thread = (await get<{ items: { id: string }[] }>(client, '/api/chat/threads')).items[0]?.id ?? ''
    const say = (who: Caller, message: string) =>
      good<{ seq: number }>(send(who, 'POST', `/api/chat/threads/${thread}/messages`, { message }))
    const read = (who: Caller, seq: number) => good(send(who, 'POST', `/api/chat/threads/${thread}/read`, { seq }))
    const { seq } = await say(client, 'One')
    await say(client, 'Two')
    expect((await bell(bookkeeper)).unread).toBe(2)
    await read(bookkeeper, seq)
    const left = await bell(bookkeeper)
    expect([left.unread, ...left.items.map((n) => n.is_read)]).toEqual([1, false, true])
    await expectEvent(bookkeeper.userId, 'notification.read', '')
    const before = (await bell(client)).unread
    const answer = await say(bookkeeper, 'Three')
    expect((await bell(client)).unread).toBe(before + 1)
    await read(client, answer.seq)
    expect((await bell(client)).unread).toBe(before)
    await expectEvent(client.userId, 'notification.read', '')
  })
})

describe('a client’s notifications', () => {
  it('are those addressed to them, newest first, in one round trip', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Blurred' })
    const response = await client.fetch('/api/notifications')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items, unread } = (await response.json()) as Notifications
    expect(items).toMatchObject([
      { type: 'section', title: 'Section rejected', section_name: 'First', workform_id: workform.id, is_read: false },
      { type: 'workform', title: 'New workform assigned', is_read: false },
    ])
    expect(unread).toBe(2)
    expect(items[0]?.message).toContain('Blurred')
  })

  it('can be marked as read only by their owner', async () => {
    const { bookkeeper, client, first } = await newWork()
    await decided(bookkeeper, 'approve', first.id, { version: 0 })
    const { items } = await bell(client)
    const ids = items.map((n) => n.id)
    for (const other of [await newClient(bookkeeper), await newClient(await newBookkeeper()), bookkeeper])
      await good(markRead(other, ids))
    expect((await bell(client)).unread).toBe(ids.length)
    await good(markRead(client, ids.slice(0, 1)))
    expect((await bell(client)).items.map((n) => n.is_read)).toEqual([true, ...ids.slice(1).map(() => false)])
    await expectEvent(client.userId, 'notification.read', '')
  })

  it('require sign-in, and ids to mark as read', async () => {
    const { client } = await newWork()
    await refused(stranger.fetch('/api/notifications'), 'unauthenticated')
    await refused(markRead(client, []), 'invalid_input')
  })
})

describe('the page of all notifications', () => {
  const pages = async (who: Caller, tab: string, limit: number): Promise<NotificationsPage['items'][]> => {
    const all: NotificationsPage['items'][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/notifications/all?tab=${tab}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
      const page: NotificationsPage = await get<NotificationsPage>(who, path)
      all.push(page.items)
      cursor = page.next
    }
    return all
  }

  it('lists each one once, newest first, for any page size and equal times', async () => {
    const { bookkeeper, client } = await newWork(
      Array.from({ length: 12 }, (_, i) => ({ id: `f${i}`, name: `F${i}`, section: `S${i}` })),
    )
    await change(
      `UPDATE book_client_workforms SET submitted_at = '2026-02-12T00:00:00.000Z' WHERE client_id = ?`,
      client.clientId,
    )
    for (let i = 0; i < 12; i++) await wrote(client, `m${i}`, `2026-02-${10 + Math.floor(i / 3)}T00:00:00.000Z`)
    const [whole = []] = await pages(bookkeeper, 'all', 100)
    expect(whole).toHaveLength(24)
    expect(whole.map((n) => n.created_at)).toEqual(
      whole
        .map((n) => n.created_at)
        .toSorted()
        .toReversed(),
    )
    const portions = await pages(bookkeeper, 'all', 5)
    expect(portions.map((p) => p.length)).toEqual([5, 5, 5, 5, 4])
    expect(portions.flat().map((n) => n.id)).toEqual(whole.map((n) => n.id))
    expect((await bell(bookkeeper)).items.map((n) => n.id)).toEqual(
      expect.arrayContaining(whole.slice(0, 5).map((n) => n.id)),
    )
  })

  it('omits read ones and continues behind them', async () => {
    const { bookkeeper, client } = await newWork()
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
       INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at)
       SELECT lower(hex(randomblob(4)) || '-0000-7000-8000-' || hex(randomblob(6))), (SELECT id FROM chat_threads
       WHERE client_id = ?), 'client',
         'Message ' || i, '[]', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', i || ' minutes') FROM n`,
      client.clientId,
    )
    await change(
      `INSERT INTO notification_reads SELECT ?, 'message:' || id, '2026-02-01' FROM chat_messages
       WHERE heard_by = ? AND message NOT IN ('Message 1', 'Message 449')`,
      bookkeeper.userId,
      bookkeeper.userId,
    )
    expect((await pages(bookkeeper, 'unread', 50)).flat().map((n) => n.message)).toEqual([
      'Cleo Client: Message 449',
      'Cleo Client: Message 1',
    ])
    const plan = await rows<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id FROM chat_messages m WHERE m.heard_by = ? AND m.deleted_at IS NULL
        AND m.created_at <= ? ORDER BY m.created_at DESC, m.id DESC LIMIT 51`,
      bookkeeper.userId,
      '2999',
    )
    expect(plan.map((r) => r.detail)).toEqual([
      expect.stringContaining('INDEX chat_messages_heard (heard_by=? AND created_at<?)'),
    ])
  })

  it('is separate for each user', async () => {
    const { bookkeeper, client } = await newWork()
    await wrote(client, 'Hello', '2026-02-10T00:00:00.000Z')
    expect((await pages(bookkeeper, 'all', 50)).flat()).toHaveLength(1)
    expect((await pages(await newBookkeeper(), 'all', 50)).flat()).toEqual([])
    const own = (await pages(client, 'all', 1)).flat()
    expect(own.map((n) => n.title)).toEqual((await bell(client)).items.map((n) => n.title))
    await good(
      markRead(
        client,
        own.slice(0, 1).map((n) => n.id),
      ),
    )
    expect((await pages(client, 'unread', 50)).flat()).toHaveLength(own.length - 1)
    expect((await pages(await newClient(bookkeeper), 'all', 50)).flat()).toEqual([])
  })
})

describe('a change for a client', () => {
  it('adds a notification that links to the section', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await decided(bookkeeper, 'undo', first.id, { version: 2 })
    await decided(bookkeeper, 'reject', first.id, { version: 3, reason: 'The scan is blurred.' })
    await good(
      send(bookkeeper, 'PATCH', `/api/clients/${client.clientId}/workforms/${workform.id}`, { due_date: day(30) }),
    )
    const threads = await get<{ items: { id: string }[] }>(client, '/api/chat/threads')
    await good(send(bookkeeper, 'POST', `/api/chat/threads/${threads.items[0]?.id}/messages`, { message: 'Hello' }))
    const { items } = await bell(client)
    expect(items.map((n) => [n.title, n.type, n.assignment_id])).toEqual([
      ['New message', 'message', null],
      ['Due date changed', 'workform', first.id],
      ['Section rejected', 'section', first.id],
      ['Approval undone', 'section', first.id],
      ['Section approved', 'section', first.id],
      ['New workform assigned', 'workform', first.id],
    ])
    expect(items[2]?.message).toContain('The scan is blurred.')
    await good(bookkeeper.fetch(`/api/workforms/${workform.id}`, { method: 'DELETE' }))
    const after = (await bell(client)).items
    expect(after[0]).toMatchObject({ title: 'Workform withdrawn', assignment_id: null })
    expect(second.id).not.toBe(first.id)
  })
})

describe('a changed due date', () => {
  it('notifies the client and webhooks once, and updates the sections', async () => {
    const { bookkeeper, client, workform } = await newWork()
    const path = `/api/clients/${client.clientId}/workforms/${workform.id}`
    await change(
      `INSERT INTO webhook_endpoints (id, bookkeeper_id, url, events, secret, created_at, updated_at)
        VALUES (?, ?, 'http://127.0.0.1:1/', '["deadline_set"]', 'x', '2026', '2026')`,
      crypto.randomUUID(),
      bookkeeper.userId,
    )
    const first = await send(bookkeeper, 'PATCH', path, { due_date: day(40) })
    expect(trips(first)).toEqual({ reads: 1, writes: 1 })
    expect(trips(await send(bookkeeper, 'PATCH', path, { due_date: day(40) }))).toEqual({ reads: 1, writes: 0 })
    const due = await rows<{ due_date: string; deadline: string }>(
      'SELECT due_date, deadline FROM book_client_workforms WHERE client_id = ?',
      client.clientId,
    )
    expect(new Set(due.flatMap((d) => [d.due_date, d.deadline]))).toEqual(new Set([day(40)]))
    await expectEvent(client.userId, 'assignment.changed', workform.id)
    const told = await rows<{ body: string }>(
      'SELECT body FROM webhook_deliveries WHERE bookkeeper_id = ? ORDER BY seq',
      bookkeeper.userId,
    )
    expect(told.map(({ body }) => JSON.parse(body) as { section_name: string; deadline: string })).toMatchObject([
      { event: 'deadline_set', section_name: 'First', deadline: day(40) },
      { event: 'deadline_set', section_name: 'Second', deadline: day(40) },
    ])
    await refused(send(bookkeeper, 'PATCH', path, { due_date: day(-2) }), 'past_due_date')
    await refused(send(await newBookkeeper(), 'PATCH', path, { due_date: day(5) }), 'not_found')
  })
})
