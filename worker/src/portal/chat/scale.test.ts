import type { ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { rowsRead } from '../../testing/counting-database.ts'
import { db, newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { newWork } from '../../testing/sections.ts'
import { change, get, rows, send } from '../../testing/work.ts'
import { countUnread } from './count-unread.ts'
import { listComments, sectionComments } from './list-comments.ts'
import { listThreads } from './list-threads.ts'

/** Checks that pages stay fast with 100,000 messages and many conversations. */

const MANY = 100_000
const AT_ONCE = 10_000

/** Returns the query plan. */
const plan = async (sql: string, ...args: string[]): Promise<string[]> =>
  (await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...args)).map((r) => r.detail)

/** Returns the shortest of several durations of a query in ms, because other load only adds to it. */
async function shortest(sql: string, ...args: string[]): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 20; i++) {
    const started = performance.now()
    await db.execute({ sql, args })
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** Inserts messages of the bookkeeper. */
async function addMessages(id: string, n: number): Promise<void> {
  for (let done = 0; done < n; done += AT_ONCE) {
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at)
       SELECT lower(hex(randomblob(4)) || '-0000-7000-8000-' || hex(randomblob(6))), ?, 'bookkeeper', 'Message ' || i,
         '[]', '2026-01-01T00:00:00.000Z' FROM n`,
      Math.min(AT_ONCE, n - done),
      id,
    )
  }
}

async function threadOf(n: number): Promise<{ id: string; client: TestClient }> {
  const client = await newClient(await newBookkeeper())
  const [own] = (await get<{ items: ChatThread[] }>(client, '/api/chat/threads')).items
  const id = own?.id ?? ''
  await addMessages(id, n)
  return { id, client }
}

it('opens a thread of 100,000 messages as fast as one of 10', async () => {
  const [small, large] = [await threadOf(10), await threadOf(MANY)]
  const newest = 'SELECT * FROM chat_messages WHERE thread_id = ? ORDER BY seq DESC LIMIT 10'
  expect(await plan(newest, large.id)).toEqual(['SEARCH chat_messages USING INDEX chat_messages_place (thread_id=?)'])
  const path = `/api/chat/threads/${large.id}/messages`
  const page = await get<ChatMessagesPage>(large.client, path)
  expect([page.items[0]?.seq, page.items.at(-1)?.seq, page.newer]).toEqual([MANY - 49, MANY, null])
  expect(await get<ChatMessagesPage>(large.client, `${path}?from=1`)).toMatchObject({ next: null, newer: 51 })
  expect(await get(large.client, '/api/chat/unread')).toEqual({ messages: MANY, threads: 1 })
  const [few, many] = [await shortest(newest, small.id), await shortest(newest, large.id)]
  console.log(`newest 10 of 10: ${few.toFixed(2)} ms, of ${MANY.toLocaleString('en')}: ${many.toFixed(2)} ms`)
  expect(many).toBeLessThan(few * 3 + 2)
})

const AT = '2026-01-01T00:00:00.000Z'

/** Inserts clients of a bookkeeper with their conversations. */
async function addThreads({ userId, firmId }: TestBookkeeper, from: number, to: number): Promise<void> {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
  await change(
    `${numbers} INSERT INTO book_clients (id, name, email, bookkeeper_id, firm_id, created_at, updated_at)
     SELECT ? || '-c' || i, 'Client ' || i, 'client' || i || '@example.com', ?, ?, ?, ? FROM n`,
    from,
    to,
    userId,
    userId,
    firmId,
    AT,
    AT,
  )
  await change(
    `${numbers} INSERT INTO chat_threads (id, bookkeeper_id, client_id, updated_at)
     SELECT ? || '-t' || i, ?, ? || '-c' || i, ? FROM n`,
    from,
    to,
    userId,
    userId,
    userId,
    AT,
  )
}

it('reads no more rows for pages and counts when there are ten times as many conversations', async () => {
  const bookkeeper = await newBookkeeper()
  const measure = async () => [
    await rowsRead(bookkeeper, (ctx) => listThreads(ctx, { limit: 10 })),
    await rowsRead(bookkeeper, (ctx) => listThreads(ctx, { limit: 10, q: 'client' })),
    await rowsRead(bookkeeper, countUnread),
  ]
  await addThreads(bookkeeper, 0, 100)
  const few = await measure()
  await addThreads(bookkeeper, 100, 1000)
  expect(await measure()).toEqual(few)
})

it('finds the comments on a section through their index, however long the conversation is', async () => {
  const { bookkeeper, client, first } = await newWork()
  const [own] = (await get<{ items: ChatThread[] }>(client, '/api/chat/threads')).items
  const path = `/api/chat/threads/${own?.id}`
  await good(send(client, 'POST', `${path}/messages`, { message: 'Why?', about: first.id, field_id: 'name' }))
  const measure = () => rowsRead(bookkeeper, (ctx) => listComments(ctx, first.id))
  await good(send(bookkeeper, 'POST', `${path}/read`, { seq: 1 }))
  const few = await measure()
  await addMessages(own?.id ?? '', 1000)
  await good(send(bookkeeper, 'POST', `${path}/read`, { seq: 1001 }))
  expect(await measure()).toBe(few)
  const steps: string[] = []
  await rowsRead(bookkeeper, async (ctx) => {
    const { sql, params } = sectionComments(ctx, first.id).toSQL()
    steps.push(...(await plan(sql, ...params.map(String))))
  })
  expect(steps[0]).toBe('SEARCH chat_messages USING INDEX chat_messages_comments (<expr>=?)')
  expect(steps.join()).not.toMatch(/SCAN|TEMP B-TREE/)
})
