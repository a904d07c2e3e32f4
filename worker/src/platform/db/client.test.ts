import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterEach, expect, inject, it } from 'vitest'
import type { AppTypes } from '../../endpoint.ts'
import { mapError } from '../http/errors.ts'
import { until } from '../../testing/until.ts'
import { noTrips, openDatabase } from './client.ts'
import { StreamPool } from './streams.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** Starts a database server with the given behavior. Returns its URL. */
async function startServer(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the response to a request that reads from a database: one statement, or several in one trip. */
function answerFrom(url: string, query = sql`SELECT 1`, several = false, timeoutMs = 200): Promise<Response> {
  const settings = { LIBSQL_URL: url, LIBSQL_TOKEN: '' }
  const db = openDatabase(settings, noTrips(), new StreamPool(settings, timeoutMs))
  const app = new Hono<AppTypes>().get('/', async (c) =>
    c.json(await (several ? db.batch([db.run(query)]) : db.all(query))),
  )
  return Promise.resolve(app.onError(mapError).request('/'))
}

/** The ways in which a database fails. Without a listener, nothing listens on its port. */
const FAILURES: [string, RequestListener | undefined][] = [
  ['is unreachable', undefined],
  ['does not respond', () => undefined],
  ['closes the connection', (request) => void request.socket.destroy()],
  [
    'breaks off its response',
    (request, response) => {
      response.writeHead(200, { 'content-length': '500' }).write('{"results":[')
      setTimeout(() => request.socket.destroy(), 20)
    },
  ],
  ['responds with an error', (_request, response) => void response.writeHead(500).end('SQLITE_IOERR: /var/lib/sqld')],
]

it.each(FAILURES)('responds with 503 and no details when the database %s', async (_failure, listener) => {
  const url = listener ? await startServer(listener) : 'http://127.0.0.1:9'
  for (const several of [false, true]) {
    const answer = await answerFrom(url, sql`SELECT 1`, several)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.text()).not.toMatch(/SQL|sqld|127\.0/)
  }
})

it('responds with 500 and no retry when a statement is invalid', async () => {
  const ask = () => answerFrom(inject('databaseUrl'), sql`SELECT nothing_such`, false, 20_000)
  // While other tests keep the database busy, it may refuse the connection.
  const answer = await until('an answer', () => ask().then((a) => (a.status === 503 ? undefined : a)))
  expect(answer.status).toBe(500)
  expect(answer.headers.get('retry-after')).toBeNull()
})
