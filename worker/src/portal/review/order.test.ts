import type { SubmissionCard, SubmissionGroupsPage, SubmissionsPage, WaitingCard } from '@portal/contract/review'
import type { SubmissionSort } from '@portal/contract/submission-orders'
import { beforeAll, describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { cards, decided, submit } from '../../testing/sections.ts'
import { assigned, change, day, get, newWorkform, sectionsOf, send, trips } from '../../testing/work.ts'

/** Three clients of one bookkeeper, each with two workforms in two sections. */
let b: TestBookkeeper
let clients: TestClient[]
let tax: string
let payroll: string

beforeAll(async () => {
  b = await newBookkeeper()
  clients = [await newClient(b, 'cleo'), await newClient(b, 'Ann'), await newClient(b, 'Ben')]
  const workforms = [await newWorkform(b, { name: 'Tax Return' }), await newWorkform(b, { name: 'payroll' })]
  for (const workform of workforms)
    await assigned(
      b,
      workform,
      clients.map((c) => c.clientId),
    )
  ;[tax = '', payroll = ''] = workforms.map((w) => w.id)
})

const nameOf = (card: SubmissionCard): string => `${card.client_name} ${card.workform_name}`

/** Returns all pages of the list, two submissions a page. */
async function paged(sort: SubmissionSort, query = ''): Promise<SubmissionCard[]> {
  const items: SubmissionCard[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/submissions?limit=2&sort=${sort}${query}${cursor ? `&cursor=${cursor}` : ''}`
    const page: SubmissionsPage = await get(b, path)
    items.push(...page.items)
    cursor = page.next
  }
  return items
}

const due = (client: TestClient | undefined, workform: string, date: string): Promise<unknown> =>
  good(send(b, 'PATCH', `/api/clients/${client?.clientId}/workforms/${workform}`, { due_date: date }))

describe('the order of submissions', () => {
  it('is by client, in any case, and follows a new name', async () => {
    expect((await paged('client')).map((c) => c.client_name)).toEqual(['Ann', 'Ann', 'Ben', 'Ben', 'cleo', 'cleo'])
    expect((await paged('client', `&workform=${tax}`)).map((c) => c.client_name)).toEqual(['Ann', 'Ben', 'cleo'])
    await change(`UPDATE book_clients SET name = 'Zoe' WHERE id = ?`, clients[1]?.clientId ?? '')
    expect((await paged('client')).map((c) => c.client_name)).toEqual(['Ben', 'Ben', 'cleo', 'cleo', 'Zoe', 'Zoe'])
    await change(`UPDATE book_clients SET name = 'Ann' WHERE id = ?`, clients[1]?.clientId ?? '')
  })

  it('is by the earliest due date of open sections, and follows a new date', async () => {
    await due(clients[0], tax, day(3))
    await due(clients[2], payroll, day(1))
    const [first, second, ...others] = await paged('due')
    expect([first, second].map((c) => c && nameOf(c))).toEqual(['Ben payroll', 'cleo Tax Return'])
    expect(first?.open_due_date).toBe(day(1))
    expect(new Set(others.map((c) => c.open_due_date))).toEqual(new Set([day(7)]))
    await due(clients[2], payroll, day(30))
    expect((await paged('due')).map(nameOf).at(-1)).toBe('Ben payroll')
    expect((await paged('due', '&filter=pending')).map(nameOf)).toEqual((await paged('due')).map(nameOf))
  })

  it('is by the longest wait for a review, and ends with what does not wait', async () => {
    const waits: [TestClient | undefined, string, string][] = [
      [clients[0], payroll, '2026-01-03T00:00:00.000Z'],
      [clients[2], tax, '2026-01-01T00:00:00.000Z'],
      [clients[1], payroll, '2026-01-02T00:00:00.000Z'],
    ]
    for (const [client, workform, at] of waits) {
      const [section] = client ? await sectionsOf(client.clientId, workform) : []
      if (client && section) await good(submit(client, section.id, { a: 'Done' }))
      await change('UPDATE book_client_workforms SET submitted_at = ? WHERE id = ?', at, section?.id ?? '')
    }
    const listed = await paged('waiting')
    expect(listed.slice(0, 3).map(nameOf)).toEqual(['Ben Tax Return', 'Ann payroll', 'cleo payroll'])
    expect(listed.map((c) => c.waiting_since)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-02T00:00:00.000Z',
      '2026-01-03T00:00:00.000Z',
      null,
      null,
      null,
    ])
    expect(listed).toHaveLength(6)
    expect((await paged('waiting', '&only=waiting')).map(nameOf)).toEqual(listed.slice(0, 3).map(nameOf))
    // The next one to review follows the order, and the first follows the last.
    const nextAfter = async (client: TestClient | undefined, workform: string, sort = 'waiting') => {
      const query = new URLSearchParams({ client: client?.clientId ?? '', workform, sort })
      const { next } = await get<WaitingCard>(b, `/api/submissions/waiting?${query}`)
      return clients.findIndex((c) => c.clientId === next?.client_id)
    }
    expect([await nextAfter(clients[2], tax), await nextAfter(clients[1], payroll)]).toEqual([1, 0])
    expect(await nextAfter(clients[0], payroll)).toBe(2)
    expect(await nextAfter(clients[0], payroll, 'client')).toBe(1)
    expect(await nextAfter(clients[2], tax, 'client')).toBe(0)
    const [section] = await sectionsOf(clients[2]?.clientId ?? '', tax)
    await decided(b, 'approve', section?.id ?? '', { version: 1 })
    expect((await paged('waiting')).map(nameOf).slice(0, 2)).toEqual(['Ann payroll', 'cleo payroll'])
  })

  it('combines with a search, a filter and a client in one round trip', async () => {
    expect((await paged('client', '&q=payroll')).map((c) => c.client_name)).toEqual(['Ann', 'Ben', 'cleo'])
    expect((await paged('due', `&client=${clients[0]?.clientId}`)).map((c) => c.workform_name)).toEqual([
      'Tax Return',
      'payroll',
    ])
    expect(await paged('due', '&filter=approved')).toEqual([])
    expect(trips(await b.fetch('/api/submissions?sort=due&filter=pending'))).toEqual({ reads: 1, writes: 0 })
  })

  it('refuses a cursor of another order', async () => {
    const { next } = await get<SubmissionsPage>(b, '/api/submissions?limit=2&sort=due')
    await refused(b.fetch(`/api/submissions?sort=client&cursor=${next}`), 'invalid_input')
  })
})

describe('groups of submissions', () => {
  const groups = (query: string, of = b): Promise<SubmissionGroupsPage> => get(of, `/api/submissions/groups?${query}`)
  const counted = ({ items }: SubmissionGroupsPage): string[] => items.map((g) => `${g.name} ${g.count}`)

  it('are clients or workforms by name, with the number of their submissions', async () => {
    expect(counted(await groups('by=client'))).toEqual(['Ann 2', 'Ben 2', 'cleo 2'])
    expect(counted(await groups('by=workform'))).toEqual(['payroll 3', 'Tax Return 3'])
    expect(trips(await b.fetch('/api/submissions/groups?by=client'))).toEqual({ reads: 1, writes: 0 })
    const first = await groups('by=client&limit=2')
    const second = await groups(`by=client&limit=2&cursor=${first.next}`)
    expect([...counted(first), ...counted(second)]).toEqual(['Ann 2', 'Ben 2', 'cleo 2'])
    expect(second.next).toBeNull()
  })

  it('count only what matches the search and the filter', async () => {
    expect(counted(await groups('by=client&q=tax'))).toEqual(['Ann 1', 'Ben 1', 'cleo 1'])
    expect(counted(await groups('by=workform&q=ann'))).toEqual(['payroll 1', 'Tax Return 1'])
    expect(counted(await groups('by=client&only=waiting'))).toEqual(['Ann 1', 'cleo 1'])
    expect(counted(await groups('by=client&filter=approved'))).toEqual([])
  })

  it('are only the bookkeeper’s own, even within the firm', async () => {
    for (const other of [await newBookkeeper(b.firmId), await newBookkeeper()])
      for (const by of ['client', 'workform']) expect((await groups(`by=${by}`, other)).items).toEqual([])
    expect(await cards(b)).toHaveLength(6)
  })
})
