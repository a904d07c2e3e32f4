import type { ChatThread } from '@portal/contract/chat'
import type { ClientCounts, ClientsPage } from '@portal/contract/clients'
import type { SubmissionGroupsPage, SubmissionsPage } from '@portal/contract/review'
import type { SearchResults } from '@portal/contract/search'
import type { Workform, WorkformImpact, WorkformsPage } from '@portal/contract/workforms'
import type { z } from 'zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { newBookkeeper, type TestBookkeeper } from '../../testing/portal.ts'
import { assigned, createdClient, get, newWorkform, sectionsOf, send, settle } from '../../testing/work.ts'

/** Names as lists sort them. */
const SORTED = [
  'Ábel',
  'Åsa',
  'émile',
  'Łukasz',
  'müller',
  'Mu\u0308ller und Sohn',
  'O’Brien',
  "O'Casey",
  'Straße',
  'Zoe',
  'Ёлка',
]
/** Searches that find names, and the names they find. */
const SEARCHES: [string, string[]][] = [
  ["o'brien", ['O’Brien']],
  ["O'BRI", ['O’Brien']],
  ['o’casey', ["O'Casey"]],
  ["o'", ['O’Brien', "O'Casey"]],
  ['muller', ['müller', 'Mu\u0308ller und Sohn']],
  ['MU\u0308LLER', ['müller', 'Mu\u0308ller und Sohn']],
  ['sohn mül', ['Mu\u0308ller und Sohn']],
  ['lukasz', ['Łukasz']],
  ['EMIL', ['émile']],
  ['strasse', ['Straße']],
  ['ёл', ['Ёлка']],
  ['елка', ['Ёлка']],
]
const composed = (names: readonly string[]): string[] => names.map((name) => name.normalize())
const SORTED_COMPOSED = composed(SORTED)

/** Fetches all pages of a list, two items at a time. */
async function walk<T>(caller: TestBookkeeper, path: string): Promise<T[]> {
  const items: T[] = []
  for (let cursor = ''; ; ) {
    const page = await get<{ items: T[]; next: string | null }>(caller, `${path}&limit=2${cursor}`)
    items.push(...page.items)
    if (page.next === null) return items
    cursor = `&cursor=${encodeURIComponent(page.next)}`
  }
}

/** Fills a firm with clients, templates and submissions of these names, created in another order. */
async function fill(bookkeeper: TestBookkeeper) {
  const shuffled = SORTED.toSorted((a, b) => a.length - b.length || (a < b ? 1 : -1))
  const clients: string[] = []
  const workforms: string[] = []
  for (const name of shuffled) {
    clients.push((await createdClient(bookkeeper, { name })).id)
    const form = { name, description: `Über ${name}`, is_template: true }
    workforms.push((await newWorkform(bookkeeper, form)).id)
  }
  const one = await newWorkform(bookkeeper, { name: 'Émission' })
  await assigned(bookkeeper, one, clients)
  const [first = ''] = clients
  for (const id of workforms) await assigned(bookkeeper, { id }, [first])
  const [section] = await sectionsOf(first, one.id)
  if (section) await settle(section, 'completed')
  return { one, first }
}

describe('lists of names in many alphabets', () => {
  let bea: TestBookkeeper
  let one: { id: string }

  beforeAll(async () => {
    const stranger = await newBookkeeper()
    await fill(stranger)
    bea = await newBookkeeper()
    const made = await fill(bea)
    one = made.one
  })

  const named = async (path: string) => composed((await walk<{ name: string }>(bea, path)).map(({ name }) => name))
  const q = (text: string) => encodeURIComponent(text)

  it('sorts clients, also across pages', async () => {
    expect(await named('/api/clients?sort=name')).toEqual(SORTED_COMPOSED)
    expect(await named('/api/clients?sort=-name')).toEqual(SORTED_COMPOSED.toReversed())
    expect(await named('/api/clients?sort=name&status=new')).toEqual(SORTED_COMPOSED)
    const { items } = await get<ClientsPage>(bea, '/api/clients/selection?limit=100')
    expect(composed(items.map(({ name }) => name))).toEqual(SORTED_COMPOSED)
    const { names } = await get<WorkformImpact>(bea, `/api/workforms/${one.id}/impact`)
    expect(composed(names)).toEqual(SORTED_COMPOSED.slice(0, 3))
  })

  it('sorts submissions and their groups by client and workform', async () => {
    type Card = SubmissionsPage['items'][number]
    const cards = await walk<Card>(bea, `/api/submissions?sort=client&workform=${one.id}`)
    expect(composed(cards.map((card) => card.client_name))).toEqual(SORTED_COMPOSED)
    expect(await named('/api/submissions/groups?by=client')).toEqual(SORTED_COMPOSED)
    const byWorkform = SORTED_COMPOSED.toSpliced(2, 0, 'Émission').toSpliced(2, 2, 'émile', 'Émission')
    expect(await named('/api/submissions/groups?by=workform')).toEqual(byWorkform)
    const few = await get<SubmissionGroupsPage>(bea, '/api/submissions/groups?by=workform&filter=pending&limit=100')
    expect(composed(few.items.map(({ name }) => name))).toEqual(byWorkform)
  })

  it('sorts templates, before the starters', async () => {
    const all = await named('/api/workforms/templates/search?q=')
    expect(all.slice(0, SORTED.length)).toEqual(SORTED_COMPOSED)
  })

  it.each(SEARCHES)('finds "%s" in every list', async (text, expected) => {
    const names = composed(expected)
    const sorted = names.toSorted()
    expect(await named(`/api/clients?sort=name&q=${q(text)}`)).toEqual(names)
    expect(await named(`/api/workforms/templates/search?q=${q(text)}`)).toEqual(names)
    const { items } = await get<z.infer<typeof WorkformsPage>>(bea, `/api/workforms?limit=100&q=${q(text)}`)
    expect(composed(items.map(({ name }) => name)).toSorted()).toEqual(sorted)
    const { clients, workforms } = await get<SearchResults>(bea, `/api/search?q=${q(text)}`)
    expect(composed(clients.items.map(({ name }) => name))).toEqual(names)
    expect(composed(workforms.items.map(({ name }) => name)).toSorted()).toEqual(sorted)
    expect(await named(`/api/submissions/groups?by=client&workform=${one.id}&q=${q(text)}`)).toEqual(
      expect.arrayContaining(names),
    )
    expect(await named(`/api/submissions/groups?by=workform&q=${q(text)}`)).toEqual(expect.arrayContaining(names))
    const { items: threads } = await get<{ items: ChatThread[] }>(bea, `/api/chat/threads?q=${q(text)}`)
    expect(composed(threads.map((thread) => thread.client_name)).toSorted()).toEqual(sorted)
  })

  it('finds workforms by a description', async () => {
    expect(await named('/api/workforms/templates/search?q=uber')).toEqual(SORTED_COMPOSED)
    expect(await named(`/api/workforms/templates/search?q=${q('ÜBER o’brien')}`)).toEqual(['O’Brien'])
  })

  it('finds clients whose name begins with a text first', async () => {
    await createdClient(bea, { name: 'Aaron Östberg' })
    await createdClient(bea, { name: 'Östberg Ltd' })
    for (const text of ['ostb', 'ÖSTB', 'O\u0308stb']) {
      const { clients } = await get<SearchResults>(bea, `/api/search?q=${q(text)}`)
      expect(
        clients.items.map(({ name }) => name),
        text,
      ).toEqual(['Östberg Ltd', 'Aaron Östberg'])
    }
  })

  it('finds messages', async () => {
    const { items } = await get<{ items: ChatThread[] }>(bea, `/api/chat/threads?q=${q('Åsa')}`)
    const [thread] = items
    if (!thread) throw new Error('no thread')
    const message = 'Die Prüfung für O’Brien liegt beim Finanzamt Gießen'
    await good(send(bea, 'POST', `/api/chat/threads/${thread.id}/messages`, { message }))
    for (const text of ['prufung', 'PRÜFUNG', 'pru\u0308fung', 'giessen', 'gies', "für o'brien"]) {
      const found = await get<{ items: ChatThread[] }>(bea, `/api/chat/threads?q=${q(text)}`)
      expect(
        found.items.map(({ id }) => id),
        text,
      ).toEqual([thread.id])
    }
  })

  it('has one tag for names that differ in case and accents, and sorts tags', async () => {
    const { items } = await get<ClientsPage>(bea, '/api/clients?sort=name&limit=3')
    const ids = items.map(({ id }) => id)
    const tag = (kind: 'tag' | 'untag', name: string, who = ids) =>
      good(send(bea, 'POST', '/api/clients/changes', { ids: who, change: { kind, tag: name } }))
    for (const name of ['Zürich', 'Élan', 'audit', 'Łódź']) await tag('tag', name, ids.slice(0, 1))
    await tag('tag', 'ELAN')
    await tag('tag', 'zu\u0308rich', ids.slice(1))
    const { tags } = await get<ClientCounts>(bea, '/api/clients/counts')
    expect(tags).toEqual(['audit', 'Élan', 'Łódź', 'Zürich'])
    const tagged = async (name: string) =>
      (await get<ClientsPage>(bea, `/api/clients?sort=name&tag=${q(name)}`)).items.map((client) => client.tags)
    expect(await tagged('zurich')).toEqual([tags, ['Élan', 'Zürich'], ['Élan', 'Zürich']])
    await tag('untag', 'elan', ids.slice(1))
    expect(await tagged('élan')).toEqual([tags])
  })

  it('keeps the order when a client is renamed', async () => {
    const carl = await newBookkeeper()
    const form = await newWorkform(carl)
    const [, , zoe] = [
      await createdClient(carl, { name: 'Åsa' }),
      await createdClient(carl, { name: 'Ødegaard' }),
      await createdClient(carl, { name: 'Zoe' }),
    ]
    const { items } = await get<ClientsPage>(carl, '/api/clients')
    await assigned(
      carl,
      form,
      items.map(({ id }) => id),
    )
    const orders = async () => [
      (await get<ClientsPage>(carl, '/api/clients?sort=name')).items.map(({ name }) => name),
      (await get<SubmissionsPage>(carl, '/api/submissions?sort=client')).items.map((card) => card.client_name),
    ]
    const before = ['Åsa', 'Ødegaard', 'Zoe']
    expect(await orders()).toEqual([before, before])
    await good(send(carl, 'PATCH', `/api/clients/${zoe.id}`, { ...zoe, name: 'Ägir' }))
    const after = ['Ägir', 'Åsa', 'Ødegaard']
    expect(await orders()).toEqual([after, after])
    const { updated_at } = await get<{ updated_at: string }>(carl, `/api/clients/${zoe.id}`)
    await good(send(carl, 'PATCH', `/api/clients/${zoe.id}`, { ...zoe, name: 'Pat', updated_at }))
    expect((await orders())[1]).toEqual(['Åsa', 'Ødegaard', 'Pat'])
    const renamed = await get<Workform>(carl, `/api/workforms/${form.id}`)
    await good(send(carl, 'PATCH', `/api/workforms/${form.id}`, { ...renamed, name: 'Übersicht' }))
    const found = await get<z.infer<typeof WorkformsPage>>(carl, '/api/workforms?q=ubersicht')
    expect(found.items.map(({ name }) => name)).toEqual(['Übersicht'])
  })
})
