import { randomUUID } from 'node:crypto'
import type { Random } from '../random.ts'
import type { Bookkeeper, Client, Scenario } from '../scenario.ts'
import { fieldsOf } from './sections.ts'
import { UnexpectedResponse } from './user.ts'

const SECTIONS = ['Business', 'People', 'Tax']
const IMPORTED_ROWS = 3

const newDueDate = (random: Random): string =>
  new Date(Date.now() + random.between(5, 60) * 86_400_000).toISOString().slice(0, 10)

function promiseDueDate({ promises }: Scenario, client: Client, workform: string, date: string): void {
  const { id, bookkeeper } = client
  promises.add('due dates', `${id} ${workform}`, date)
  promises.add('text files', `bookkeeper-${bookkeeper.user.id}/client-${id}/workform-${workform}.txt`, date)
}

/** Creates a workform and assigns it to the client. */
export async function assign(scenario: Scenario, client: Client, random: Random): Promise<void> {
  const { promises } = scenario
  const { send } = client.bookkeeper.user
  const name = `Workform ${randomUUID()}`
  const workform = await send((api) => api.workforms.$post({ json: { name, fields: SECTIONS.flatMap(fieldsOf) } }))
  const workformId = workform.body.id
  promises.add('workforms', name, workformId)
  const date = newDueDate(random)
  const json = { workform_id: workformId, clients: [{ client_id: client.id, due_date: date }] }
  await send((api) => api.assignments.$post({ json }))
  promiseDueDate(scenario, client, workformId, date)
  const { body } = await client.user.send((api) => api.portal.workforms.$get({ query: {} }))
  const sections = body.items.find((w) => w.workform_id === workformId)?.sections ?? []
  if (sections.length !== SECTIONS.length)
    throw new UnexpectedResponse(`${sections.length} sections of ${name} are assigned`)
  for (const { assignment_id: id, name: section, version } of sections) {
    promises.add('section status', id, { status: 'pending', version })
    const assigned = { id, name: section, workformId, client, version, draftVersion: 0, files: [] }
    scenario.sections.push(assigned)
    client.toFillIn.push(assigned)
  }
}

async function moveDueDate(scenario: Scenario, { user }: Bookkeeper, random: Random): Promise<void> {
  const { client, workformId } = random.pick(scenario.sections.filter((s) => s.client.bookkeeper.user === user))
  const date = newDueDate(random)
  const args = { param: { id: client.id, workformId }, json: { due_date: date } }
  await user.send((api) => api.clients[':id'].workforms[':workformId'].$patch(args))
  promiseDueDate(scenario, client, workformId, date)
}

async function importClients({ promises }: Scenario, { user }: Bookkeeper): Promise<void> {
  const emails = Array.from({ length: IMPORTED_ROWS }, () => `${randomUUID()}@chaos.example`)
  const rows = emails.map((email) => ({ name: 'Imported', email, phone: '555 0199', company: '', status: '' }))
  const { body } = await user.send((api) => api.clients.import.$post({ json: { rows, invite: true } }))
  for (const [i, email] of emails.entries()) {
    promises.add('imported clients', email, body.results[i]?.id)
    promises.add('invitations', email, 1)
  }
}

/** Assigns workforms, moves due dates and imports clients. */
export function runOffice(scenario: Scenario, bookkeeper: Bookkeeper, random: Random): Promise<void> {
  return scenario.repeat(random, () => {
    const choice = random.next()
    if (choice < 0.4) return assign(scenario, random.pick(bookkeeper.clients), random)
    if (choice < 0.8) return moveDueDate(scenario, bookkeeper, random)
    return importClients(scenario, bookkeeper)
  })
}
