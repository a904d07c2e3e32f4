import { setTimeout as pause } from 'node:timers/promises'
import { signAccessToken } from '../worker/src/auth/sessions/access-token.ts'
import { hashPassword } from '../worker/src/auth/passwords/password-hash.ts'
import { bookkeeperRows } from '../worker/src/testing/people-rows.ts'
import { BUDGETS } from './budgets.ts'
import { median, memoryOf, percentile } from './cpu.ts'
import { bodyOf } from './measure.ts'
import { HOUR_MS, type Production, startProduction } from './production.ts'
import { limitRow, ratioRow, type Row } from './table.ts'

/*
 * Another firm's writes and sign-ins, while one firm does the most expensive things that are allowed: it assigns,
 * edits and deletes workforms of the maximum size for as many clients as a request takes, imports clients with them,
 * and archives and restores clients with all of these sections.
 */

const CLIENTS = 200
const SECTIONS = 500
/** Requests that the busy firm always has open. */
const LANES = 18
const WRITES = 60
const SIGN_INS = 12
const PASSWORD = 'neighbor-1!'
const NEIGHBOR = { email: 'neighbor@example.com', name: 'Neighbor' }
/** Pause between two requests of a person. */
const THINKING_MS = 150

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

async function importClients(ask: Ask, from: number, more: object = {}): Promise<string[]> {
  const rows = Array.from({ length: 100 }, (_, i) => ({
    name: `Client ${from + i}`,
    email: `client-${from + i}@example.com`,
    phone: '555 0100',
    company: 'Acme',
    status: 'active',
  }))
  const { results } = JSON.parse(
    await bodyOf(ask('POST', '/api/clients/import', { rows, invite: false, ...more })),
  ) as { results: { id: string }[] }
  return results.map(({ id }) => id)
}

/** Does the most expensive things in turn until `stop` is aborted. @returns how many it did */
async function beBusy(ask: Ask, clients: readonly string[], lane: number, stop: AbortSignal): Promise<number> {
  const due = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  let done = 0
  while (!stop.aborted) {
    const fields = fieldsOf('')
    const created = await ask('POST', '/api/workforms', { name: `Large ${lane}`, fields })
    if (!created.ok) {
      await pause(500)
      continue
    }
    const { id, version } = (await created.json()) as { id: string; version: number }
    const steps = [
      ['POST', '/api/assignments', { workform_id: id, clients: clients.map((c) => ({ client_id: c, due_date: due })) }],
      ['PATCH', `/api/workforms/${id}`, { name: 'Edited', description: null, fields: fieldsOf('edited'), version }],
      ['POST', '/api/clients/changes', { ids: clients, change: { kind: 'archive' } }],
      ['POST', '/api/clients/changes', { ids: clients, change: { kind: 'restore' } }],
      ['DELETE', `/api/workforms/${id}`],
    ] as const
    for (const [method, path, body] of steps) {
      if (stop.aborted) break
      const response = await ask(method, path, body).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.ok) done++
      else await pause(500)
    }
  }
  return done
}

/** Returns how long each of a number of requests took, in milliseconds. */
async function timesOf(count: number, request: (i: number) => Promise<Response>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    await bodyOf(await request(i))
    times.push(performance.now() - began)
    await pause(THINKING_MS)
  }
  return times
}

/** Adds a firm that signs in and writes now and then. */
async function newNeighbor({ db, secret, stack }: Production) {
  const { rows, userId, firmId, sessionId } = bookkeeperRows(NEIGHBOR.email, NEIGHBOR.name)
  const password = {
    sql: 'UPDATE auth_users SET password_hash = ? WHERE id = ?',
    args: [await hashPassword(PASSWORD), userId],
  }
  await db.batch([...rows, password], 'write')
  const actor = { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' } as const
  const { token } = await signAccessToken(secret, actor, new Date(Date.now() + HOUR_MS))
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(stack.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  let n = 0
  return {
    write: () =>
      post(
        '/api/clients',
        { name: 'Ann', email: `ann-${n++}@example.com`, phone: '555 0100' },
        { authorization: `Bearer ${token}` },
      ),
    signIn: () =>
      post(
        '/api/auth/sign-in',
        { email: NEIGHBOR.email, password: PASSWORD, portal: 'bookkeeper' },
        { 'cf-connecting-ip': `203.0.113.${n++ % 250}` },
      ),
  }
}

/** Measures another firm's writes and sign-ins while one firm is as expensive as it can be, against an idle portal. */
export async function measureNeighbors(): Promise<Row[]> {
  await using portal = await startProduction({ vars: { WRITES_PER_MINUTE: '600', READS_AT_ONCE: '' } })
  const ask: Ask = (method, path, body) => portal.ask(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const neighbor = await newNeighbor(portal)
  const clients = [...(await importClients(ask, 0)), ...(await importClients(ask, 100))].slice(0, CLIENTS)
  await timesOf(5, neighbor.write)
  const idle = { writes: await timesOf(WRITES, neighbor.write), signIns: await timesOf(SIGN_INS, neighbor.signIn) }
  const memoryBefore = memoryOf(portal.pids)
  const stop = new AbortController()
  const lanes = Array.from({ length: LANES }, (_, lane) => beBusy(ask, clients, lane, stop.signal))
  await pause(20_000)
  const [writes, signIns] = await Promise.all([
    timesOf(WRITES * 4, neighbor.write),
    timesOf(SIGN_INS * 4, neighbor.signIn),
  ])
  const memory = memoryOf(portal.pids) - memoryBefore
  stop.abort()
  const done = (await Promise.all(lanes)).reduce((sum, n) => sum + n, 0)
  const row = (what: string, busy: number[], calm: number[]): Row => ({
    ...ratioRow(what, median(busy), median(calm), 'ms', BUDGETS.neighbors),
    against: [
      `${median(busy).toFixed(0)} against ${median(calm).toFixed(0)} ms`,
      `slowest twentieth ${percentile(busy, 0.95).toFixed(0)} ms`,
      `${done} expensive requests`,
    ].join('; '),
  })
  return [
    row('Writes beside the busiest firm, median', writes, idle.writes),
    row('Sign-ins beside the busiest firm, median', signIns, idle.signIns),
    limitRow('Memory that the busiest firm takes', memory, BUDGETS.neighborsMemoryMb, 'MB'),
  ]
}
