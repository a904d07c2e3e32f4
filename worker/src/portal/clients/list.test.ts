import type { ClientSelection, ClientsPage } from '@portal/contract/clients'
import { beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { and, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/http'
import { bookClients } from '../../platform/db/schema/index.ts'
import { clientContains } from '../../platform/search/client-search.ts'
import { foldedColumns } from '../../platform/search/fold-text.ts'
import { db, insert, newBookkeeper, problemOf, type TestBookkeeper } from '../../testing/portal.ts'
import { get, send, trips } from '../../testing/work.ts'

/** Inserts clients directly, so that the test chooses dates and names. */
async function clients(
  bookkeeper: TestBookkeeper,
  list: { name: string; email?: string; phone?: string; company?: string; status?: string; at?: string }[],
) {
  const made = list.map((c, i) => ({
    status: 'new',
    at: '2026-01-01T00:00:00.000Z',
    phone: null,
    company: null,
    email: `c${i}-${uuidv7()}@example.com`,
    ...c,
    id: uuidv7(),
  }))
  await insert(
    made.map((c) => ({
      sql: `INSERT INTO book_clients (id, name, email, phone, company, status, folded_name, folded_company,
              bookkeeper_id, firm_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        c.id,
        c.name,
        c.email,
        c.phone,
        c.company,
        c.status,
        foldedColumns(c).folded_name,
        foldedColumns(c).folded_company,
        bookkeeper.userId,
        bookkeeper.firmId,
        c.at,
        c.at,
      ],
    })),
  )
  return made
}

const list = (caller: TestBookkeeper, query: string) => get<ClientsPage>(caller, `/api/clients?${query}`)
const names = async (caller: TestBookkeeper, query: string) => (await list(caller, query)).items.map((c) => c.name)

/** Fetches all pages. */
async function walk(caller: TestBookkeeper, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const page = await list(caller, `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    ids.push(...page.items.map((c) => c.id))
    if (page.next === null) return ids
    cursor = page.next
  }
}

describe('the list of clients', () => {
  let bea: TestBookkeeper
  let made: Awaited<ReturnType<typeof clients>>

  beforeAll(async () => {
    bea = await newBookkeeper()
    const stranger = await newBookkeeper(bea.firmId)
    await clients(stranger, [{ name: 'Zoe Foreign', email: `zoe@${stranger.userId}.example` }])
    // Ties everywhere: three dates, two names in several cases.
    made = await clients(
      bea,
      Array.from({ length: 23 }, (_, i) => ({
        name: ['adam', 'Adam', 'Zoe', 'zoe'][i % 4] ?? '',
        status: ['new', 'active'][i % 2] ?? '',
        at: `2026-01-0${1 + (i % 3)}T00:00:00.000Z`,
      })),
    )
  })

  const by = (key: (c: (typeof made)[number]) => string, sign: 1 | -1) =>
    made.toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id < b.id ? -1 : 1)).map((c) => c.id)

  it.each([1, 2, 5, 22, 23, 24])(
    'pages over ties without losing or repeating a client, %i at a time',
    async (limit) => {
      expect(await walk(bea, `limit=${limit}`)).toEqual(by((c) => c.at, -1))
      expect(await walk(bea, `limit=${limit}&sort=created`)).toEqual(by((c) => c.at, 1))
      expect(await walk(bea, `limit=${limit}&sort=name`)).toEqual(by((c) => c.name.toLowerCase(), 1))
      expect(await walk(bea, `limit=${limit}&sort=-name`)).toEqual(by((c) => c.name.toLowerCase(), -1))
    },
  )

  it('has no next page after a full last page', async () => {
    expect((await list(bea, `limit=${made.length}`)).next).toBeNull()
    expect((await list(bea, `limit=${made.length - 1}`)).next).not.toBeNull()
  })

  it('pages through a filter and a search', async () => {
    const active = made.filter((c) => c.status === 'active')
    expect(new Set(await walk(bea, 'limit=3&status=active'))).toEqual(new Set(active.map((c) => c.id)))
    const zoes = made.filter((c) => c.name.toLowerCase() === 'zoe')
    expect(new Set(await walk(bea, 'limit=2&q=zoe&sort=name'))).toEqual(new Set(zoes.map((c) => c.id)))
    expect(new Set(await walk(bea, 'limit=2&q=zo&sort=-name&status=new'))).toEqual(
      new Set(zoes.filter((c) => c.status === 'new').map((c) => c.id)),
    )
  })

  it('never shows clients of another bookkeeper, even of the same firm', async () => {
    expect((await walk(bea, 'limit=100')).length).toBe(made.length)
    expect(await names(bea, 'q=foreign')).toEqual([])
    expect(await names(bea, 'q=fo')).toEqual([])
  })

  it('selects every own client that matches, beyond the first page', async () => {
    const selected = async (query: string) => {
      const { items, more } = await get<ClientSelection>(bea, `/api/clients/selection${query}`)
      expect(more).toBe(false)
      return items.map((c) => c.id)
    }
    const byName = (wanted: typeof made) =>
      by((c) => c.name.toLowerCase(), 1).filter((id) => wanted.some((c) => c.id === id))
    expect(await selected('')).toEqual(byName(made))
    expect(await selected('?q=zoe')).toEqual(byName(made.filter((c) => c.name.toLowerCase() === 'zoe')))
    expect(await selected('?q=zo&status=new')).toEqual(
      byName(made.filter((c) => c.name.toLowerCase() === 'zoe' && c.status === 'new')),
    )
    expect(await selected('?q=foreign')).toEqual([])
  })

  it('costs one round trip and returns rows that match the contract', async () => {
    for (const query of ['', '?q=zoe', '?q=zo', '?q=é', '?q=élan', '?status=new&sort=name']) {
      const response = await send(bea, 'GET', `/api/clients${query}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    }
    const { items } = await list(bea, 'limit=1')
    expect(items[0]).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      email: expect.any(String),
      phone: null,
      company: null,
      status: expect.any(String),
      created_at: '2026-01-03T00:00:00.000Z',
      updated_at: '2026-01-03T00:00:00.000Z',
      password_set: false,
      archived_at: null,
      sections: 0,
      sections_done: 0,
      sections_waiting: 0,
      next_due: null,
      last_activity_at: null,
      tags: [],
    })
  })

  it('names the invalid query parameter', async () => {
    const paths = async (query: string) =>
      (await problemOf(await send(bea, 'GET', `/api/clients?${query}`))).errors?.map((e) => e.path)
    expect(await paths('limit=0')).toEqual(['limit'])
    expect(await paths('limit=101')).toEqual(['limit'])
    expect(await paths('status=gone')).toEqual(['status'])
    expect(await paths('show=nothing')).toEqual(['show'])
    expect(await paths('tag=')).toEqual(['tag'])
    expect(await paths('sort=email')).toEqual(['sort'])
    expect(await paths('cursor=%25%25')).toEqual(['cursor'])
    expect(await paths('cursor=bm9uc2Vuc2U')).toEqual(['cursor'])
    const { next } = await list(bea, 'limit=1&sort=name')
    expect(await paths(`limit=1&cursor=${next}`)).toEqual(['cursor'])
  })
})

describe('the search', () => {
  it('finds any part of name, email or company, in any case', async () => {
    const bea = await newBookkeeper()
    await clients(bea, [
      { name: 'Anna Schmidt', email: `anna.schmidt@${bea.userId}.example`, company: 'Nordlicht GmbH' },
      { name: 'Bert "Bertie" O’Neil', company: '100% Pure_Gold \\ Sons' },
      { name: 'Čeněk Élan', company: 'ÄRZTEHAUS' },
    ])
    const anna = ['Anna Schmidt']
    for (const q of ['anna', 'NNA SCH', 'a.schm', 'NORDLICHT', 'cht g', 'hm', 'H'])
      expect(await names(bea, `q=${encodeURIComponent(q)}`), q).toContain(anna[0])
    const bert = ['Bert "Bertie" O’Neil']
    for (const q of ['"bertie"', '"b', '100%', '0%', 'pure_gold', 'e_', '\\ sons', '\\', 'O’NEIL']) {
      expect(await names(bea, `q=${encodeURIComponent(q)}`), q).toEqual(bert)
    }
    for (const q of ['čen', 'ČENĚK', 'cenek', 'ÉL', 'él', 'k e', 'ärzte', 'ARZTEHAUS', 'Är'])
      expect(await names(bea, `q=${encodeURIComponent(q)}`), q).toEqual(['Čeněk Élan'])
    for (const q of ['anna bert', 'xyz', '%%', '__', 'NOT anna', 'name:anna', 'an*'])
      expect(await names(bea, `q=${encodeURIComponent(q)}`), q).toEqual([])
    expect((await names(bea, 'q=%20%20')).length).toBe(3)
  })

  it('ignores accents, also in clients whose name has none', async () => {
    const bea = await newBookkeeper()
    const all = ['Jose Perez', 'José Pérez', 'Jose\u0301 Pe\u0301rez', 'Nguyễn Thị', 'Отчёт Иван', 'Ørsted']
    await clients(
      bea,
      all.map((name) => ({ name })),
    )
    const found = async (q: string) => (await names(bea, `q=${encodeURIComponent(q)}`)).toSorted()
    for (const q of ['jose', 'JOSÉ', 'josé per', 'é p']) expect(await found(q), q).toEqual(all.slice(0, 3).toSorted())
    for (const q of ['nguyen', 'NGUYỄN T', 'ễn']) expect(await found(q), q).toEqual(['Nguyễn Thị'])
    for (const q of ['отчёт', 'ОТЧЁТ', 'ёт']) expect(await found(q), q).toEqual(['Отчёт Иван'])
    for (const q of ['ørs', 'ØR', 'orst', 'or']) expect(await found(q), q).toEqual(['Ørsted'])
  })

  it('finds letters as people type them, by index and by scan', async () => {
    const bea = await newBookkeeper()
    await clients(bea, [
      { name: 'Łukasz Żuk', company: 'Straße 7' },
      { name: 'Søren Þór', company: 'L’Œuvre' },
      { name: 'Đorđe O’Brien', company: 'Ægir Işık' },
    ])
    const found = (q: string) => names(bea, `q=${encodeURIComponent(q)}`)
    for (const q of ['lukasz', 'ŁUKASZ', 'lu', 'zuk strasse', 'straße', 'ss'])
      expect(await found(q), q).toEqual(['Łukasz Żuk'])
    for (const q of ['soren', 'søren', 'thor', 'th', "l'oeuvre", 'L’Œuvre'])
      expect(await found(q), q).toEqual(['Søren Þór'])
    for (const q of ['dorde', "o'brien", 'o’brien', "o'", 'aegir', 'isik'])
      expect(await found(q), q).toEqual(['Đorđe O’Brien'])
  })

  it('finds several words in any order and column, by index and by scan', async () => {
    const bea = await newBookkeeper()
    await clients(bea, [
      { name: 'Ana Sofía Marín', company: 'Tienda del Sol' },
      { name: 'Ana Martín', company: 'Luna' },
      { name: 'Marina Banana' },
      { name: 'Client 77', phone: '(212) 555-0188' },
      { name: 'Client 7', company: '77 Main Street' },
    ])
    const scanned = (q: string) =>
      drizzle(db)
        .select({ name: bookClients.name })
        .from(bookClients)
        .where(and(eq(bookClients.bookkeeper_id, bea.userId), clientContains(q, 'all')))
        .orderBy(bookClients.name)
    const found = async (q: string) => {
      const indexed = await names(bea, `q=${encodeURIComponent(q)}&sort=name`)
      expect((await scanned(q)).map(({ name }) => name)).toEqual(indexed)
      return indexed
    }
    for (const q of ['ana marin', 'MARÍN  ana', 'sofia ana', 'ana tienda', 'sol marin', 'tienda sol'])
      expect(await found(q), q).toContain('Ana Sofía Marín')
    expect(await found('ana marin')).toEqual(['Ana Sofía Marín', 'Marina Banana'])
    expect(await found('ana luna')).toEqual(['Ana Martín'])
    // A short word is found only next to its neighbor.
    expect(await found('client 77')).toEqual(['Client 77'])
    expect(await found('212 188')).toEqual([])
    for (const q of ['ana marin luna', 'ana OR luna', 'del marin tienda x']) expect(await found(q), q).toEqual([])
  })

  it('finds phone numbers in every notation', async () => {
    const bea = await newBookkeeper()
    await clients(bea, [
      { name: 'New York', phone: '(212) 555-0188' },
      { name: 'Plain', phone: '2125550199' },
      { name: 'London', phone: '020 7946 0018' },
      { name: 'None' },
    ])
    const found = (q: string) => names(bea, `q=${encodeURIComponent(q)}&sort=name`)
    for (const q of ['2125550188', '212-555-0188', '212.555.0188', '55-01 88', '+1 (212) 555-0188'])
      expect(await found(q), q).toEqual(['New York'])
    for (const q of ['(212) 555', '212.555', '(21']) expect(await found(q), q).toEqual(['New York', 'Plain'])
    for (const q of ['+44 20 7946 0018', '02079460018', '7946']) expect(await found(q), q).toEqual(['London'])
    expect(await found('()')).toEqual([])
  })

  it('follows changes of name, email and company, and deletions', async () => {
    const bea = await newBookkeeper()
    const [client] = await clients(bea, [{ name: 'Before Wedding', company: 'Oldco', phone: '555 0111' }])
    const edit = {
      name: 'After Wedding',
      email: `after@${bea.userId}.example`,
      company: 'Newco',
      phone: '555 0222',
      status: 'active',
      updated_at: client?.at,
    }
    expect((await send(bea, 'PATCH', `/api/clients/${client?.id}`, edit)).status).toBe(200)
    expect(await names(bea, 'q=before')).toEqual([])
    expect(await names(bea, 'q=oldco')).toEqual([])
    expect(await names(bea, 'q=5550111')).toEqual([])
    expect(await names(bea, 'q=5550222')).toEqual(['After Wedding'])
    expect(await names(bea, 'q=after%20w')).toEqual(['After Wedding'])
    expect(await names(bea, 'q=newco')).toEqual(['After Wedding'])
    const [{ updated_at } = {}] = (await list(bea, '')).items
    const again = { ...edit, name: 'Łada', company: 'Müßig', updated_at }
    expect((await send(bea, 'PATCH', `/api/clients/${client?.id}`, again)).status).toBe(200)
    for (const q of ['lada', 'mussig']) expect(await names(bea, `q=${q}`), q).toEqual(['Łada'])
    expect(await names(bea, 'q=newco')).toEqual([])
    expect((await send(bea, 'DELETE', `/api/clients/${client?.id}`)).status).toBe(200)
    expect(await names(bea, 'q=mussig')).toEqual([])
  })
})

it('finds the same clients in the same order when half of the firm matches the search', async () => {
  const bea = await newBookkeeper()
  const many = Array.from({ length: 1100 }, (_, i) => ({
    name: `${i % 2 ? 'Quorum' : 'Other'} ${String(i).padStart(4, '0')}`,
    email: `p${i}@${bea.userId}.example`,
    company: 'Quorate Ltd',
    at: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
  }))
  for (let i = 0; i < many.length; i += 200) await clients(bea, many.slice(i, i + 200))
  // With more than a thousand matches, the list itself is scanned. The answer must be the same.
  const found = await names(bea, 'q=quora&limit=3')
  expect(found).toEqual(['Quorum 1099', 'Other 1098', 'Quorum 1097'])
  expect(await names(bea, 'q=quorum&limit=3&sort=name')).toEqual(['Quorum 0001', 'Quorum 0003', 'Quorum 0005'])
  expect((await walk(bea, 'q=quora&limit=100')).length).toBe(1100)
  expect((await walk(bea, 'q=quorum&limit=100&sort=-name')).length).toBe(550)
})

it('counts clients by status', async () => {
  const bea = await newBookkeeper()
  const empty = { total: 0, new: 0, onboarding: 0, active: 0, inactive: 0, tags: [] }
  expect(await get(bea, '/api/clients/counts')).toEqual(empty)
  await clients(bea, [
    { name: 'a' },
    { name: 'b', status: 'active' },
    { name: 'c', status: 'active' },
    { name: 'd', status: 'inactive' },
  ])
  await clients(await newBookkeeper(bea.firmId), [{ name: 'not mine' }])
  expect(await get(bea, '/api/clients/counts')).toEqual({ ...empty, total: 4, new: 1, active: 2, inactive: 1 })
  expect(trips(await send(bea, 'GET', '/api/clients/counts'))).toEqual({ reads: 1, writes: 0 })
})
