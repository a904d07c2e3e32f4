import type { SearchResults } from '@portal/contract/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, stranger, type TestBookkeeper } from '../../testing/portal.ts'
import {
  assigned,
  change,
  createdClient,
  get,
  newWorkform,
  sectionsOf,
  send,
  settle,
  textField,
  trips,
} from '../../testing/work.ts'

const search = (caller: TestBookkeeper, q: string) =>
  get<SearchResults>(caller, `/api/search?q=${encodeURIComponent(q)}`)
const lookUp = (caller: TestBookkeeper, ...ids: string[]) =>
  get<SearchResults>(caller, `/api/search?ids=${encodeURIComponent(ids.join(','))}`)
/** Returns the names of all results, by kind. */
const namesIn = ({ clients, workforms, submissions }: SearchResults) => ({
  clients: clients.items.map((c) => c.name),
  workforms: workforms.items.map((w) => w.name),
  submissions: submissions.items.map((s) => `${s.client_name}: ${s.workform_name}`),
})
const NOTHING = { clients: [], workforms: [], submissions: [] }

describe('the search of the command palette', () => {
  let bea: TestBookkeeper
  let colleague: TestBookkeeper
  let josé: { id: string }
  let payroll: { id: string }

  beforeAll(async () => {
    bea = await newBookkeeper()
    colleague = await newBookkeeper(bea.firmId)
    josé = await createdClient(bea, { name: 'José Pérez', company: 'Tienda Sol', phone: '(212) 555-0188' })
    await createdClient(bea, { name: 'Ana Rivera', company: 'Rivera Joséphine' })
    payroll = await newWorkform(bea, {
      name: 'Payroll setup',
      fields: [textField('a', 'Bank details'), textField('b', 'Employees'), textField('c', 'Rates')],
    })
    await assigned(bea, payroll, [josé.id])
    const [bank, employees] = await sectionsOf(josé.id, payroll.id)
    if (!bank || !employees) throw new Error('no sections')
    await settle(bank, 'completed')
    await settle(employees, 'approved')
    // Everything exists twice in the firm, once for a colleague.
    const theirs = await createdClient(colleague, { name: 'José Foreign', company: 'Foreign' })
    const other = await newWorkform(colleague, { name: 'Payroll of a colleague' })
    await assigned(colleague, other, [theirs.id])
    for (const section of await sectionsOf(theirs.id, other.id)) await settle(section, 'completed')
  })

  it('finds clients by name, company, email and phone, without accents, first those whose name begins so', async () => {
    expect(namesIn(await search(bea, 'jose')).clients).toEqual(['José Pérez', 'Ana Rivera'])
    expect(namesIn(await search(bea, 'José')).clients[0]).toBe('José Pérez')
    for (const q of ['tienda', '2125550188', '555-01 88', 'PÉREZ'])
      expect(namesIn(await search(bea, q)).clients, q).toEqual(['José Pérez'])
    const { clients } = await search(bea, 'rivera')
    expect(clients).toEqual({
      items: [
        {
          id: expect.any(String),
          name: 'Ana Rivera',
          email: expect.any(String),
          company: 'Rivera Joséphine',
          status: 'new',
        },
      ],
      more: false,
    })
  })

  it('finds any submission by words of its client and workform, in any order, those to review first', async () => {
    const grace = await createdClient(bea, { name: 'Grace Liu', company: 'Liu & Daughters' })
    const monthly = await newWorkform(bea, { name: 'Monthly Clôse W2', fields: [textField('a', 'Books')] })
    await assigned(bea, monthly, [grace.id, josé.id])
    await assigned(bea, payroll, [grace.id])
    const found = async (q: string) => namesIn(await search(bea, q)).submissions
    const close = 'Grace Liu: Monthly Clôse W2'
    for (const q of ['grace monthly', 'close gra', 'W2 liu', 'monthly w2 grâce', 'mon daughters'])
      expect(await found(q), q).toEqual([close])
    expect((await found('grace')).toSorted()).toEqual([close, 'Grace Liu: Payroll setup'])
    expect(await found('payroll')).toEqual(['José Pérez: Payroll setup', 'Grace Liu: Payroll setup'])
    for (const q of ['grace yearly', 'ana monthly', 'grace " monthly', 'grace monthly foreign'])
      expect(await found(q), q).toEqual([])
    for (const section of await sectionsOf(grace.id, monthly.id)) await settle(section, 'approved')
    expect(await found('monthly grace')).toEqual([close])
    expect(namesIn(await search(colleague, 'grace monthly'))).toEqual(NOTHING)
    await change(
      'UPDATE book_form_submissions SET archived_at = ? WHERE client_id = ?',
      new Date().toISOString(),
      grace.id,
    )
    for (const q of ['grace monthly', 'grace']) expect(await found(q), q).toEqual([])
    await send(bea, 'DELETE', `/api/clients/${josé.id}/workforms/${monthly.id}`)
  })

  it('finds workforms, and submissions that wait for a review by client, workform and section', async () => {
    expect(namesIn(await search(bea, 'páyroll'))).toEqual({
      clients: [],
      workforms: ['Payroll setup'],
      submissions: ['José Pérez: Payroll setup'],
    })
    expect(namesIn(await search(bea, 'setup payroll')).workforms).toEqual(['Payroll setup'])
    expect(namesIn(await search(bea, 'details bank')).submissions).toEqual(['José Pérez: Payroll setup'])
    expect(namesIn(await search(bea, 'perez tienda')).clients).toEqual(['José Pérez'])
    expect(namesIn(await search(bea, 'payroll'))).toEqual({
      clients: [],
      workforms: ['Payroll setup'],
      submissions: ['José Pérez: Payroll setup'],
    })
    for (const q of ['bank det', 'perez', 'Setup'])
      expect((await search(bea, q)).submissions.items, q).toEqual([
        {
          workform_id: payroll.id,
          workform_name: 'Payroll setup',
          client_id: josé.id,
          client_name: 'José Pérez',
          waiting: ['Bank details'],
        },
      ])
    // This section is approved, and the other one is with the client.
    for (const q of ['employees', 'rates']) expect(namesIn(await search(bea, q)), q).toEqual(NOTHING)
  })

  it('looks items up by id, and leaves out those that are deleted or belong to a colleague', async () => {
    const gone = await createdClient(bea, { name: 'Gone' })
    await send(bea, 'DELETE', `/api/clients/${gone.id}`)
    const pair = `${payroll.id}~${josé.id}`
    const items = namesIn(await lookUp(bea, josé.id, gone.id, payroll.id, pair, `${payroll.id}~${gone.id}`))
    expect(items).toEqual({
      clients: ['José Pérez'],
      workforms: ['Payroll setup'],
      submissions: ['José Pérez: Payroll setup'],
    })
    expect(namesIn(await lookUp(colleague, josé.id, payroll.id, pair))).toEqual(NOTHING)
    expect(namesIn(await search(bea, 'foreign'))).toEqual(NOTHING)
  })

  it('leaves archived clients and workforms out, with their submissions', async () => {
    // The address of no other client contains '&'.
    const zoe = await createdClient(bea, { name: 'Z&Z Zander' })
    const zoning = await newWorkform(bea, { name: 'Z&Z Zoning', fields: [textField('a', 'Z&Z')] })
    await assigned(bea, zoning, [zoe.id])
    for (const section of await sectionsOf(zoe.id, zoning.id)) await settle(section, 'completed')
    const ids = [zoe.id, zoning.id, `${zoning.id}~${zoe.id}`]
    for (const results of [await search(bea, 'z&'), await search(bea, 'z&z'), await lookUp(bea, ...ids)])
      expect(namesIn(results).submissions).toEqual(['Z&Z Zander: Z&Z Zoning'])
    await good(send(bea, 'PUT', `/api/workforms/${zoning.id}/archived`, { archived: true }))
    await change('UPDATE book_clients SET archived_at = ? WHERE id = ?', new Date().toISOString(), zoe.id)
    for (const results of [await search(bea, 'z&'), await search(bea, 'z&z'), await lookUp(bea, ...ids)])
      expect(namesIn(results)).toEqual(NOTHING)
  })

  it('makes one round trip for a search and for a lookup', async () => {
    for (const query of ['?q=jose', '?q=j', '?q=payroll', `?ids=${josé.id}`]) {
      const response = await send(bea, 'GET', `/api/search${query}`)
      expect(response.status).toBe(200)
      expect(trips(response), query).toEqual({ reads: 1, writes: 0 })
    }
    expect(namesIn(await get(bea, '/api/search'))).toEqual(NOTHING)
    expect(namesIn(await search(bea, '  '))).toEqual(NOTHING)
    for (const q of ['%', '_', '"', 'NOT jose', 'an*', '\0']) expect((await search(bea, q)).clients.more, q).toBe(false)
  })

  it('refuses clients, strangers, long texts and anything but ids', async () => {
    const client = await newClient(bea)
    await refused(client.fetch('/api/search?q=jose'), 'forbidden')
    await refused(stranger.fetch('/api/search?q=jose'), 'unauthenticated')
    await refused(bea.fetch(`/api/search?q=${'a'.repeat(201)}`), 'invalid_input')
    for (const ids of ['x', '1 OR 1', Array(21).fill(josé.id).join(',')])
      await refused(bea.fetch(`/api/search?ids=${encodeURIComponent(ids)}`), 'invalid_input')
  })
})
