import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One statement as the database was sent it. */
export interface SentStatement {
  sql: string
  args: unknown[]
}
/** One round trip: a request to the database, as it was sent, but on a stream of its own, which it closes. */
export interface Sent {
  path: string
  body: string
}

/** Stands between a portal and its database and writes down what passes: the true statements, and the true number of round trips. */
export interface Recorder {
  url: string
  /** Where the database is; may be set after the portal was told about the recorder. */
  target: string
  /** Whether what is written is undone at the end of its batch, instead of kept: the portal takes it for done. */
  undo: boolean
  /** What has passed since the last call. */
  take(): Sent[]
  stop(): Promise<void>
}

/** The same request to the database for whoever sends it again: the portal's stream is not theirs. */
function afresh(body: string): string {
  const { requests } = JSON.parse(body) as PipelineBody
  return JSON.stringify({ baton: null, requests: [...requests, { type: 'close' }] })
}

/** Starts a recorder; until it has a target it answers 503. */
export async function startRecorder(): Promise<Recorder> {
  let passed: Sent[] = []
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      if (!recorder.target) return answer.writeHead(503).end()
      const given = Buffer.concat(chunks).toString()
      const body = Buffer.from(recorder.undo ? given.replaceAll('"COMMIT"', '"ROLLBACK"') : given)
      const path = incoming.url ?? '/'
      if (incoming.method === 'POST') passed.push({ path, body: afresh(body.toString()) })
      const { 'content-type': type = 'application/json' } = incoming.headers
      const headers = { 'content-type': type, 'content-length': body.byteLength }
      const onward = httpRequest(new URL(path, recorder.target), { method: incoming.method, headers }, (back) => {
        answer.writeHead(back.statusCode ?? 502, back.headers)
        back.pipe(answer)
      })
      onward.on('error', () => answer.headersSent || answer.writeHead(502).end())
      return onward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const recorder: Recorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    undo: false,
    take() {
      const taken = passed
      passed = []
      return taken
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return recorder
}

/** A statement in a pipeline: its text, or the number under which an earlier request of the same pipeline has left it. */
interface Given {
  sql?: string
  sql_id?: number
  args?: unknown[]
}
interface PipelineBody {
  requests: { type: string; sql?: string; sql_id?: number; stmt?: Given; batch?: { steps: { stmt?: Given }[] } }[]
}

/** The statements of a round trip. */
export function statementsOf({ body }: Sent): SentStatement[] {
  const { requests } = JSON.parse(body) as PipelineBody
  const stored = new Map(
    requests.flatMap(({ type, sql_id, sql }) => (type === 'store_sql' ? [[sql_id, sql] as const] : [])),
  )
  const given = requests.flatMap(({ stmt, batch }) => [
    ...(stmt ? [stmt] : []),
    ...(batch?.steps ?? []).flatMap((s) => s.stmt ?? []),
  ])
  return given.map(({ sql, sql_id, args = [] }) => ({ sql: sql ?? stored.get(sql_id) ?? '', args }))
}

/** Whether a round trip may change something. */
export const isWrite = (sent: Sent): boolean => statementsOf(sent).some(({ sql }) => sql.startsWith('BEGIN IMMEDIATE'))

interface Stats {
  rows_read?: number
  query_duration_ms?: number
}
interface Answered {
  results: {
    type: string
    response?: { result?: Stats & { step_results?: (Stats | null)[] } }
    error?: { message: string }
  }[]
}

/** What the database says a round trip took: its own milliseconds, and the rows it read. */
export interface DatabaseCost {
  ms: number
  rows: number
}

/**
 * Sends a recorded round trip straight to the database, twice on one stream, and tells what it took the second time: the portal keeps its
 * streams, which open an index once and not for each request.
 */
export async function replay(database: string, { path, body: recorded }: Sent): Promise<DatabaseCost> {
  const { requests } = JSON.parse(recorded) as PipelineBody
  const [again, end] = [requests.filter(({ type }) => type !== 'store_sql' && type !== 'close'), requests.slice(-1)]
  const body = JSON.stringify({ baton: null, requests: [...requests.slice(0, -1), ...again, ...end] })
  const response = await fetch(new URL(path, database), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`the database answered ${response.status}`)
  const { results } = (await response.json()) as Answered
  const failed = results.find((r) => r.type === 'error')
  if (failed) throw new Error(failed.error?.message)
  const stats = results
    .slice(-again.length - 1)
    .flatMap((r) => [r.response?.result, ...(r.response?.result?.step_results ?? [])])
    .filter((s) => s !== null && s !== undefined)
  return {
    ms: stats.reduce((sum, s) => sum + (s.query_duration_ms ?? 0), 0),
    rows: stats.reduce((sum, s) => sum + (s.rows_read ?? 0), 0),
  }
}
