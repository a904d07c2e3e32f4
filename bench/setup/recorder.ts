import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fill } from './fill.ts'
import { startProduction } from './production.ts'

/** A round trip to the database, and what the database reports about it. */
export interface Trip {
  request: string
  /** Milliseconds in the database. */
  ms: number
  /** Rows read. */
  rows: number
}

interface Stats {
  rows_read?: number
  query_duration_ms?: number
}
interface Answer {
  results?: { response?: { result?: Stats & { step_results?: (Stats | null)[] } } }[]
}

function tripOf(request: string, answer: string): Trip {
  const results = ((JSON.parse(answer) as Answer).results ?? []).map(({ response }) => response?.result)
  const stats = results.flatMap((result) => [result, ...(result?.step_results ?? [])])
  const sum = (of: keyof Stats): number => stats.reduce((total, one) => total + (one?.[of] ?? 0), 0)
  return { request, ms: sum('query_duration_ms'), rows: sum('rows_read') }
}

/** Starts a proxy to a database that records the round trips. Until `target` is set, it responds with 503. */
export async function startRecorder(target = '') {
  const trips: Trip[] = []
  const server = createServer((incoming, answer) => {
    const { url: path = '/', method = 'GET' } = incoming
    const forward = async () => {
      const body = await text(incoming)
      const init = { method, ...(body && { body, headers: { 'content-type': 'application/json' } }) }
      const response = await fetch(new URL(path, recorder.target), init)
      const answered = await response.text()
      if (response.ok && method === 'POST') trips.push(tripOf(body, answered))
      answer.writeHead(response.status, { 'content-type': 'application/json' }).end(answered)
    }
    forward().catch(() => answer.writeHead(503).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const recorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    /** Returns the round trips since the last call. */
    take: () => trips.splice(0),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return recorder
}

/** Starts a filled portal whose round trips to the database are recorded. */
export async function startRecorded(clients: number) {
  await using started = new AsyncDisposableStack()
  const recorder = started.use(await startRecorder())
  const portal = started.use(await startProduction({ vars: { LIBSQL_URL: recorder.url } }))
  recorder.target = portal.stack.sqld.url
  const client = await fill(portal, clients)
  return Object.assign(started.move(), { portal, recorder, client })
}
