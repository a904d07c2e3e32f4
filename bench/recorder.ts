import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A statement with encoded arguments, as in the database's protocol. */
export interface Statement {
  sql: string
  args: { type: string; value?: string | number }[]
}

interface Pipeline {
  requests: {
    type: string
    sql?: string
    sql_id?: number
    stmt?: Partial<Statement> & { sql_id?: number }
    batch?: { steps: { stmt?: Partial<Statement> & { sql_id?: number } }[] }
  }[]
}

/** A round trip: a request to the database. */
export interface Trip {
  path: string
  pipeline: Pipeline
}

/** A proxy between a portal and its database that records the round trips. */
export interface Recorder extends AsyncDisposable {
  url: string
  /** Address of the database. Until it is set, the recorder responds with 503. */
  target: string
  /** Returns the round trips since the last call. */
  take(): Trip[]
}

/** Starts a recorder. */
export async function startRecorder(): Promise<Recorder> {
  let trips: Trip[] = []
  const server = createServer((incoming, answer) => {
    void text(incoming).then((body) => {
      if (!recorder.target) return answer.writeHead(503).end()
      const { url: path = '/', method, headers } = incoming
      if (method === 'POST') trips.push({ path, pipeline: JSON.parse(body) as Pipeline })
      const onward = httpRequest(new URL(path, recorder.target), {
        method,
        headers: {
          'content-type': headers['content-type'] ?? 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      })
      onward.on('response', (back) => back.pipe(answer.writeHead(back.statusCode ?? 502, back.headers)))
      onward.on('error', () => answer.headersSent || answer.writeHead(502).end())
      return onward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const recorder: Recorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    take: () => trips.splice(0),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return recorder
}

/** Returns the statements of a round trip. */
export function statementsOf({ pipeline: { requests } }: Trip): Statement[] {
  const stored = new Map(requests.flatMap((r) => (r.type === 'store_sql' ? [[r.sql_id, r.sql]] : [])))
  return requests
    .flatMap(({ stmt, batch }) => [stmt, ...(batch?.steps ?? []).map((step) => step.stmt)])
    .flatMap((s) => (s ? [{ sql: s.sql ?? stored.get(s.sql_id) ?? '', args: s.args ?? [] }] : []))
}

export const isWrite = (trip: Trip): boolean => statementsOf(trip).some(({ sql }) => sql.startsWith('BEGIN IMMEDIATE'))

interface Stats {
  rows_read?: number
  query_duration_ms?: number
}
interface Answer {
  results: {
    response?: { result?: Stats & { step_results?: (Stats | null)[] } }
    error?: { message: string }
  }[]
}

/**
 * Sends a round trip directly to the database, twice in a stream of its own, and returns the milliseconds and the rows
 * that the database reports for the second time: the portal keeps its streams, which open an index once.
 */
export async function replay(databaseUrl: string, { path, pipeline }: Trip): Promise<{ ms: number; rows: number }> {
  const requests = pipeline.requests.filter(({ type }) => type !== 'close')
  const again = requests.filter(({ type }) => type !== 'store_sql')
  const body = JSON.stringify({ baton: null, requests: [...requests, ...again, { type: 'close' }] })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const { results } = (await (await fetch(new URL(path, databaseUrl), init)).json()) as Answer
  const failed = results.find((r) => r.error)
  if (failed) throw new Error(failed.error?.message)
  const stats = results
    .slice(requests.length, -1)
    .flatMap(({ response }) => [response?.result, ...(response?.result?.step_results ?? [])])
  return {
    ms: stats.reduce((sum, s) => sum + (s?.query_duration_ms ?? 0), 0),
    rows: stats.reduce((sum, s) => sum + (s?.rows_read ?? 0), 0),
  }
}
