import { createHash } from 'node:crypto'
import type { Bare } from './bare.ts'
import { cpuInDetail, median, times } from './cpu.ts'
import { type Sent, statementsOf } from './recorder.ts'
import { type Row, ratioRow } from './table.ts'
import type { World } from './world.ts'

/** How a route is held against its floors: the very statements that it sends, by a bare worker, and straight over HTTP. */

const ROUNDS = 5
const WIDTH = 4

/** One way to have the same done: what a request is, and which processes serve it. */
export interface Way {
  pids: readonly number[]
  request: (i: number) => Promise<unknown>
}

/** CPU milliseconds a request of each way, in turns: the median of the rounds. */
export async function inTurns(
  ways: readonly Way[],
  requests: number,
  rounds = ROUNDS,
  width = WIDTH,
): Promise<number[]> {
  const used = ways.map((): number[] => [])
  for (const { request } of ways) await times(Math.min(requests, 20), width, () => request(-1))
  for (let round = 0; round < rounds; round++) {
    for (const [w, { pids, request }] of ways.entries()) {
      const before = cpuInDetail(pids)
      await times(requests, width, (i) => request(round * requests + i))
      used[w]?.push((cpuInDetail(pids) - before) / requests)
    }
  }
  return used.map(median)
}

/** The answer's text; an error where it is none that went well. */
export async function fetched(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`)
  return text
}

/** Straight over HTTP, byte by byte what the portal sent. */
export const straight = (world: World, { path, body }: Sent): Way => ({
  pids: [world.stack.sqld.process.pid ?? 0],
  request: () =>
    fetched(new URL(path, world.stack.sqld.url).href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
})

interface HranaValue {
  type: string
  value?: string | number
}
const plain = ({ type, value }: HranaValue): string | number | null =>
  type === 'null' ? null : type === 'integer' ? Number(value) : (value ?? null)

/** A bare worker that verifies the token and runs the statements. */
export async function bareRead(world: World, bare: Bare, sent: Sent, token: string): Promise<Way> {
  const statements = statementsOf(sent)
    .filter(({ sql }) => !/^(BEGIN|COMMIT|ROLLBACK)/.test(sql))
    .map(({ sql, args }) => ({ sql, args: (args as HranaValue[]).map(plain) }))
  const key = createHash('sha256').update(sent.body).digest('hex')
  await fetched(`${bare.url}/statements/${key}`, { method: 'PUT', body: JSON.stringify(statements) })
  return {
    pids: [...bare.pids, world.stack.sqld.process.pid ?? 0],
    request: () => fetched(`${bare.url}/statements/${key}`, { headers: { authorization: `Bearer ${token}` } }),
  }
}

/** A route against a bare worker, and what of that the database itself takes. */
export function floorRow(what: string, [portal = 0, bare = 0, raw = 0]: readonly number[], limit?: number): Row {
  const row = ratioRow(what, portal, bare, 'ms', limit ?? 0)
  const against = `${portal.toFixed(2)} against ${bare.toFixed(2)} (the database ${raw.toFixed(2)}) ms`
  return { ...row, against, ...(limit === undefined ? { budget: '', met: null } : {}) }
}
