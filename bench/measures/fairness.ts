import { setTimeout as pause } from 'node:timers/promises'
import { hashPassword } from '../../worker/src/portal/auth/passwords/password-hash.ts'
import { signAccessToken } from '../../worker/src/platform/access/access-token.ts'
import { bookkeeperRows } from '../../worker/src/testing/people-rows.ts'
import { median, memoryOf } from '../cpu.ts'
import { bodyOf } from '../measure.ts'
import { HOUR_MS, type Production, startProduction } from '../setup/production.ts'

/**
 * Another firm's writes and sign-ins, while one firm does the most expensive things that are allowed: for as many
 * clients as a request takes, it assigns and edits workforms of the maximum size, and archives and restores clients who
 * have all of these sections.
 */

const SECTIONS = 500
/** Requests that the busy firm always has open. */
const LANES = 18
/** How long it is busy before anything is measured: so long the worker's heap grows to what it needs. */
const WARM_UP_MS = 120_000
const WRITES = 60
const SIGN_INS = 12
const PASSWORD = 'neighbor-1!'
const NEIGHBOR = { email: 'neighbor@example.com', name: 'Neighbor' }
/** Pause between two requests of a person. */
const THINKING_MS = 150

/** Starts a portal that limits what a firm may do. */
export const limitedPortal = () => startProduction({ vars: { WRITES_PER_MINUTE: '600', READS_AT_ONCE: '' } })

const fieldsOf = (edit: string) =>
  Array.from({ length: SECTIONS }, (_, i) => ({
    id: `field-${i}`,
    type: 'text',
    label: `Question ${i} ${edit}`,
    name: `question-${i}`,
    required: false,
    section: `Section ${i}`,
  }))

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>

async function importClients(ask: Ask, from: number): Promise<string[]> {
  const rows = Array.from({ length: 100 }, (_, i) => ({
    name: `Client ${from + i}`,
    email: `client-${from + i}@example.com`,
    phone: '555 0100',
    company: 'Acme',
    status: 'active',
  }))
  const answer = await bodyOf(ask('POST', '/api/clients/import', { rows, invite: false }))
  return (JSON.parse(answer) as { results: { id: string }[] }).results.map(({ id }) => id)
}

type Workform = { id: string; version: number }

async function assignNew(ask: Ask, clients: readonly string[]): Promise<Workform> {
  const created = await bodyOf(ask('POST', '/api/workforms', { name: 'Large', fields: fieldsOf('') }))
  const workform = JSON.parse(created) as Workform
  const due_date = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  const list = clients.map((client_id) => ({ client_id, due_date }))
  await ask('POST', '/api/assignments', { workform_id: workform.id, clients: list })
  return workform
}

/** Does expensive things until `stop`. Resolves when the last ones have ended. */
async function beBusy(ask: Ask, clients: readonly string[], workform: Workform, stop: AbortSignal): Promise<void> {
  let { version } = workform
  const editWorkform = async () => {
    const edit = { name: 'Large', description: null, fields: fieldsOf(`version ${version}`), version }
    if ((await ask('PATCH', `/api/workforms/${workform.id}`, edit)).ok) version++
  }
  const archiveAll = async () => {
    for (const kind of ['archive', 'restore'])
      await ask('POST', '/api/clients/changes', { ids: clients, change: { kind } })
  }
  const things = [() => assignNew(ask, clients), editWorkform, archiveAll]
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    while (!stop.aborted) await (things[lane % things.length]?.().catch(() => undefined) ?? pause(THINKING_MS))
  })
  await Promise.all(lanes)
}

/**
 * Returns how long it took, in milliseconds, until each of up to `count` requests had succeeded. A refused one is
 * repeated. Ends after two minutes.
 */
async function timesOf(count: number, request: () => Promise<Response>): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + 120_000
  while (times.length < count && performance.now() < until) {
    const began = performance.now()
    for (;;) {
      const response = await request()
      await response.arrayBuffer()
      if (response.ok || performance.now() > until) break
      await pause(THINKING_MS)
    }
    times.push(performance.now() - began)
    await pause(THINKING_MS)
  }
  return times
}

/** Adds a firm that signs in and writes now and then. */
async function newNeighbor({ db, secret, stack }: Production) {
  const { rows, userId, firmId, sessionId } = bookkeeperRows(NEIGHBOR.email, NEIGHBOR.name)
  const hash = await hashPassword(PASSWORD)
  const password = { sql: 'UPDATE auth_users SET password_hash = ? WHERE id = ?', args: [hash, userId] }
  await db.batch([...rows, password], 'write')
  const actor = { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' } as const
  const { token } = await signAccessToken(secret, actor, new Date(Date.now() + HOUR_MS))
  const post = (path: string, body: unknown, more: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', ...more }
    return fetch(stack.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  let n = 0
  const write = () => {
    const client = { name: 'Ann', email: `ann-${n++}@example.com`, phone: '555 0100' }
    return post('/api/clients', client, { authorization: `Bearer ${token}` })
  }
  const signIn = () => {
    const credentials = { email: NEIGHBOR.email, password: PASSWORD, portal: 'bookkeeper' }
    return post('/api/auth/sign-in', credentials, { 'cf-connecting-ip': `203.0.113.${n++ % 250}` })
  }
  return { write, signIn }
}

/** Measures one kind of request after the other, because a sign-in blocks the only thread that serves here. */
const measure = async ({ write, signIn }: Awaited<ReturnType<typeof newNeighbor>>, times: number) => ({
  writes: await timesOf(WRITES * times, write),
  signIns: await timesOf(SIGN_INS * times, signIn),
})

/** Samples the memory of processes each second, in MB, because a single sample depends on garbage collection. */
function sampleMemory(pids: readonly number[]) {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOf(pids)), 1000)
  return { samples, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Measures another firm's requests in an idle portal, and while one firm is as expensive as it can be. */
export async function besideBusyFirm(portal: Production) {
  const stop = new AbortController()
  const ask: Ask = (method, path, body) =>
    portal.ask(path, { method, signal: stop.signal, ...(body ? { body: JSON.stringify(body) } : {}) })
  const neighbor = await newNeighbor(portal)
  const clients = [...(await importClients(ask, 0)), ...(await importClients(ask, 100))]
  const workform = await assignNew(ask, clients)
  await portal.settle()
  await timesOf(5, neighbor.write)
  const idle = await measure(neighbor, 1)
  const stopped = beBusy(ask, clients, workform, stop.signal)
  await pause(WARM_UP_MS)
  using memory = sampleMemory(portal.pids.filter((pid) => pid !== portal.sqldPid))
  const busy = await measure(neighbor, 4)
  const [first, last] = [memory.samples.slice(0, 30), memory.samples.slice(-30)].map(median)
  stop.abort()
  await stopped
  return { idle, busy, memory: [last ?? Number.NaN, first ?? Number.NaN] as const }
}
