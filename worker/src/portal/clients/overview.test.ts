import type { ClientDetail, ClientsPage, FoundClients, ListedClient } from '@portal/contract/clients'
import { beforeAll, describe, expect, it } from 'vitest'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  settle,
  trips,
} from '../../testing/work.ts'

/** What the list shows about each client's work, and its filters and orders. */

const listed = async (caller: TestBookkeeper, query = '') =>
  (await get<ClientsPage>(caller, `/api/clients?limit=100${query}`)).items
const names = async (caller: TestBookkeeper, query: string) => (await listed(caller, query)).map((c) => c.name)
const changeAll = (caller: TestBookkeeper, ids: string[], what: object) =>
  send(caller, 'POST', '/api/clients/changes', { ids, change: what })

describe('the overview of a client', () => {
  let bea: TestBookkeeper
  let client: TestClient
  const own = async (): Promise<ListedClient> => (await listed(bea))[0] as ListedClient

  beforeAll(async () => {
    bea = await newBookkeeper()
    client = await newClient(bea)
  })

  it('counts sections, and has the earliest date of those that are open', async () => {
    const [early, late] = [await newWorkform(bea), await newWorkform(bea)]
    await assigned(bea, late, [client.clientId], day(9))
    await assigned(bea, early, [client.clientId], day(3))
    const overview = { sections: 4, sections_done: 0, sections_waiting: 0, next_due: day(3) }
    expect(await own()).toMatchObject(overview)
    const [first, second] = await sectionsOf(client.clientId, early.id)
    if (!first || !second) throw new Error('no sections')
    await settle(first, 'completed')
    expect(await own()).toMatchObject({ ...overview, sections_waiting: 1 })
    await settle(second, 'approved')
    expect(await own()).toMatchObject({ ...overview, sections_waiting: 1, sections_done: 1, next_due: day(9) })
    await settle(first, 'rejected')
    expect(await own()).toMatchObject({ ...overview, sections_done: 1 })
    await change('UPDATE book_client_workforms SET due_date = ? WHERE id = ?', day(12), first.id)
    expect(await own()).toMatchObject({ ...overview, sections_done: 1, next_due: day(9) })
    await send(bea, 'DELETE', `/api/clients/${client.clientId}/workforms/${late.id}`)
    expect(await own()).toMatchObject({ sections: 2, sections_done: 1, sections_waiting: 0, next_due: day(12) })
    const detail = await get<ClientDetail>(bea, `/api/clients/${client.clientId}`)
    expect(detail).toMatchObject({ sections: 2, sections_done: 1, next_due: day(12), tags: [] })
  })

  it('has the time of the client’s last action, to the minute', async () => {
    const at = async () => (await own()).last_activity_at
    const since = await at()
    const message = (when: string, sender: string) =>
      change(
        `INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at)
          SELECT ?, id, ?, 'Hello', '[]', ? FROM chat_threads WHERE client_id = ?`,
        crypto.randomUUID(),
        sender,
        when,
        client.clientId,
      )
    await message('2999-01-01T10:00:20.000Z', 'bookkeeper')
    expect(await at()).toBe(since)
    await message('2999-01-01T10:00:20.000Z', 'client')
    await message('2999-01-01T10:00:50.000Z', 'client')
    expect(await at()).toBe('2999-01-01T10:00:20.000Z')
    await message('2998-01-01T10:00:50.000Z', 'client')
    expect(await at()).toBe('2999-01-01T10:00:20.000Z')
    await change('UPDATE book_clients SET last_activity_at = NULL WHERE id = ?', client.clientId)
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    expect(await at()).toBeNull()
    const saved = await send(client, 'PUT', `/api/portal/sections/${section?.id}/draft`, {
      answers: { a: 'x' },
      base_version: 0,
    })
    expect(saved.status).toBe(200)
    expect(await at()).not.toBeNull()
  })
})

describe('filters and orders', () => {
  let bea: TestBookkeeper
  let ids: Record<string, string>

  beforeAll(async () => {
    bea = await newBookkeeper()
    const workform = await newWorkform(bea)
    const [late, busy, calm] = [
      await newClient(bea, 'Late'),
      await newClient(bea, 'Busy'),
      await newClient(bea, 'Calm'),
    ]
    const fresh = await createdClient(bea, { name: 'Fresh' })
    ids = { Late: late.clientId, Busy: busy.clientId, Calm: calm.clientId, Fresh: fresh.id }
    await assigned(bea, workform, [late.clientId], day(2))
    await assigned(bea, workform, [busy.clientId], day(1))
    await assigned(bea, workform, [calm.clientId], day(5))
    await change('UPDATE book_client_workforms SET due_date = ? WHERE client_id = ?', day(-4), late.clientId)
    const [done, review] = await sectionsOf(busy.clientId, workform.id)
    if (!done || !review) throw new Error('no sections')
    await settle(done, 'approved')
    await settle(review, 'completed')
    const activity = 'UPDATE book_clients SET last_activity_at = ? WHERE id = ?'
    await change(activity, '2026-01-02T00:00:00.000Z', late.clientId)
    await change(activity, '2026-01-03T00:00:00.000Z', busy.clientId)
    await change(activity, '2026-01-01T00:00:00.000Z', calm.clientId)
    const colleague = await newBookkeeper(bea.firmId)
    await createdClient(colleague, { name: 'Foreign' })
  })

  it('shows clients who are overdue, waiting for the bookkeeper, or not signed up', async () => {
    expect(await names(bea, '&show=overdue')).toEqual(['Late'])
    expect(await names(bea, '&show=waiting')).toEqual(['Busy'])
    expect(await names(bea, '&show=not_signed_up')).toEqual(['Fresh'])
    expect(await names(bea, '&show=overdue&status=inactive')).toEqual([])
    expect(await names(bea, '&show=overdue&q=late')).toEqual(['Late'])
    expect(await names(bea, '&show=overdue&q=busy')).toEqual([])
  })

  it('counts the clients that a filter finds', async () => {
    const found = async (query: string) => (await get<FoundClients>(bea, `/api/clients/found?${query}`)).found
    expect(await found('show=overdue')).toBe(1)
    expect(await found('show=not_signed_up&status=new')).toBe(1)
    expect(await found('show=archived')).toBe(0)
    expect(await found('tag=none')).toBe(0)
    expect(trips(await send(bea, 'GET', '/api/clients/found?show=overdue'))).toEqual({ reads: 1, writes: 0 })
  })

  it('sorts by next due date, last activity and progress, page by page', async () => {
    const orders: Record<string, string[]> = {
      due: ['Late', 'Calm', 'Busy', 'Fresh'],
      activity: ['Fresh', 'Calm', 'Late', 'Busy'],
      progress: ['Fresh', 'Late', 'Calm', 'Busy'],
    }
    const walk = async (query: string): Promise<string[]> => {
      const found: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const cursor: string = next && `&cursor=${next}`
        const page: ClientsPage = await get(bea, `/api/clients?limit=1${query}${cursor}`)
        found.push(...page.items.map((c) => c.name))
        next = page.next
      }
      return found
    }
    for (const [order, expected] of Object.entries(orders)) {
      expect(await walk(`&sort=${order}`), order).toEqual(expected)
      expect(await walk(`&sort=-${order}`), order).toEqual(expected.toReversed())
      expect(await walk(`&sort=${order}&q=example.com`), order).toEqual(expected)
      const trip = trips(await send(bea, 'GET', `/api/clients?sort=${order}&show=overdue&tag=x`))
      expect(trip).toEqual({ reads: 1, writes: 0 })
    }
  })

  it('reads each order and filter along an index, without sorting', async () => {
    for (const column of ['created_at', 'name_order', 'due_order', 'activity_order', 'progress_order'])
      for (const filter of ['next_due < ?', 'sections_waiting > ?', 'signed_up = ?']) {
        const plan = await rows<{ detail: string }>(
          `EXPLAIN QUERY PLAN SELECT id, email, ${column} AS order_key FROM book_clients
            WHERE bookkeeper_id = ? AND is_archived = 0 AND ${filter} AND ${column} >= ?
            ORDER BY order_key, book_clients.id LIMIT 101`,
          bea.userId,
          0,
          '',
        )
        const details = plan.map((p) => p.detail).join('; ')
        const columns = 'bookkeeper_id=\\? AND is_archived=\\? AND [^;]+>\\?'
        expect(details).toMatch(
          new RegExp(`^SEARCH book_clients USING INDEX book_clients_owner_\\w+ \\(${columns}\\)$`),
        )
      }
  })

  it('finds clients by tag, in any case, and lists the firm’s tags', async () => {
    const tag = (name: string, kind: string, ...who: string[]) =>
      changeAll(
        bea,
        who.map((w) => ids[w] ?? ''),
        { kind, tag: name },
      )
    expect((await tag('VIP', 'tag', 'Late', 'Calm')).status).toBe(200)
    await tag('vip', 'tag', 'Busy')
    await tag('Audit 2027', 'tag', 'Calm')
    expect(await names(bea, '&tag=Vip&sort=name')).toEqual(['Busy', 'Calm', 'Late'])
    expect(await names(bea, '&tag=vip&sort=-name&limit=2&status=new')).toEqual([])
    expect((await listed(bea, '&q=calm'))[0]?.tags).toEqual(['Audit 2027', 'VIP'])
    const tags = async (who: TestBookkeeper) => (await get<{ tags: string[] }>(who, '/api/clients/counts')).tags
    expect(await tags(bea)).toEqual(['Audit 2027', 'VIP'])
    const stranger = await newBookkeeper()
    expect(await tags(stranger)).toEqual([])
    expect(await names(stranger, '&tag=vip')).toEqual([])
    await tag('audit 2027', 'untag', 'Calm', 'Late')
    expect(await tags(bea)).toEqual(['VIP'])
    const csv = await (await send(bea, 'GET', '/api/clients/export?tag=vip&sort=name')).text()
    expect(csv.split('\r\n')[1]).toMatch(/^Busy,.*,VIP,2,1,,2026-01-03$/)
  })
})
