import { randomUUID } from 'node:crypto'
import type { ImportResult } from '../../worker/contract/src/clients.ts'
import { fieldsOf } from './filling-in.ts'
import type { SectionPromise } from './ledger.ts'
import { type Bookkeeper, type ClientAtWork, PASSWORD } from './people.ts'
import type { Random } from './random.ts'
import { isYes, lane, put, surprise, type World } from './world.ts'

/** What else bookkeepers do: workforms, assignments, due dates, clients one by one and out of a file; and they sign in. */

const SECTIONS = ['Business', 'People', 'Tax']
const IMPORTED = 3

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Listed {
  items: { workform_id: string; sections: { name: string; assignment_id: string; version: number }[] }[]
}

/** A new workform, and the client has it to fill in. */
export async function assign(
  world: World,
  { person }: Bookkeeper,
  client: ClientAtWork,
  random: Random,
): Promise<void> {
  const name = `Workform ${randomUUID()}`
  const json = { name, fields: SECTIONS.flatMap(fieldsOf) }
  const form = await person.insist<{ id: string }>('POST', '/workforms', { json, key: randomUUID() })
  if (!isYes(world, 'a workform', form)) return
  const workformId = form.body.id
  world.ledger.workforms.set(workformId, { name, during: form.during })
  const date = dayAhead(random.between(5, 60))
  const given = await person.insist('POST', '/assignments', {
    json: { workform_id: workformId, clients: [{ client_id: client.id, due_date: date }] },
    key: randomUUID(),
  })
  if (!isYes(world, 'assigning', given)) return
  world.ledger.dueDates.set(`${client.id} ${workformId}`, { date, bookkeeperId: person.userId, during: given.during })
  const list = await client.person.insist<Listed>('GET', '/portal/workforms')
  if (!isYes(world, 'the list of workforms', list)) return
  const mine = list.body.items.find((w) => w.workform_id === workformId)
  if (mine?.sections.length !== SECTIONS.length)
    surprise(world, 'an assigned workform is not in the list of its client', list)
  for (const { assignment_id: id, name: section, version } of mine?.sections ?? []) {
    const of = { workformId, clientId: client.id, clientUserId: client.person.userId, bookkeeperId: person.userId }
    const promise: SectionPromise = {
      ...of,
      id,
      name: section,
      version,
      acts: [],
      draft: undefined,
      files: [],
      during: given.during,
    }
    world.ledger.sections.set(id, promise)
    put(world.open, client.id, promise)
  }
}

async function moveDueDate(world: World, { person }: Bookkeeper, random: Random): Promise<void> {
  const own = [...world.ledger.dueDates].filter(([, d]) => d.bookkeeperId === person.userId)
  if (own.length === 0) return
  const [pair, due] = random.pick(own)
  const [clientId = '', workformId = ''] = pair.split(' ')
  const date = dayAhead(random.between(5, 60))
  const moved = await person.insist('PATCH', `/clients/${clientId}/workforms/${workformId}`, {
    json: { due_date: date },
  })
  if (isYes(world, 'a due date', moved)) Object.assign(due, { date, during: moved.during })
}

async function importClients(world: World, { person }: Bookkeeper): Promise<void> {
  const rows = Array.from({ length: IMPORTED }, (_, i) => {
    const mark = randomUUID()
    return { name: `Imported ${i}`, email: `${mark}@chaos.example`, phone: '555 0199', company: '', status: '' }
  })
  const made = await person.insist<ImportResult>('POST', '/clients/import', {
    json: { rows, invite: true },
    key: randomUUID(),
  })
  if (!isYes(world, 'an import', made)) return
  for (const [i, { id, reason }] of made.body.results.entries()) {
    const email = rows[i]?.email ?? ''
    if (id) world.ledger.clients.set(email, { id, bookkeeperId: person.userId, during: made.during })
    else surprise(world, `an imported row: ${reason}`, made)
  }
}

async function rename(world: World, { person, clients }: Bookkeeper, random: Random): Promise<void> {
  const { id } = random.pick(clients)
  const company = `Company ${randomUUID()}`
  for (let tries = 0; tries < 3; tries++) {
    const found = await person.insist<Record<string, string>>('GET', `/clients/${id}`)
    if (!isYes(world, 'a client', found)) return
    const { name, email, phone, status, updated_at, company: before } = found.body
    // The answer to the try before was lost on the way.
    if (before === company) break
    const saved = await person.insist('PATCH', `/clients/${id}`, {
      json: { name, email, phone, company, status, updated_at },
    })
    if (saved.again && saved.status === 409) continue
    if (!isYes(world, 'changing a client', saved)) return
    break
  }
  world.ledger.companies.set(id, { company, during: world.witness.fault })
}

async function signIn(world: World, { person }: Bookkeeper): Promise<void> {
  const json = { email: person.email, password: PASSWORD, portal: 'bookkeeper' }
  isYes(world, 'signing in', await person.insist('POST', '/auth/sign-in', { json }))
}

/** A bookkeeper at the rest of their work. */
export function runOffice(world: World, bookkeeper: Bookkeeper, random: Random, most: number): Promise<void> {
  return lane(world, random, most, () => {
    const choice = random.next()
    if (choice < 0.25) return assign(world, bookkeeper, random.pick(bookkeeper.clients), random)
    if (choice < 0.5) return moveDueDate(world, bookkeeper, random)
    if (choice < 0.65) return importClients(world, bookkeeper)
    if (choice < 0.95) return rename(world, bookkeeper, random)
    return signIn(world, bookkeeper)
  })
}
