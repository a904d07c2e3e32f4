import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterEach, expect, inject, it } from 'vitest'
import type { AppTypes } from '../endpoint.ts'
import { mapError } from '../http/errors.ts'
import { noTrips, openDatabase } from './client.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** A database server that does what it is told to. */
async function serverThat(does: RequestListener): Promise<string> {
  server = createServer(does)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The answer to a request that reads from the database at an address: one statement, or several in one trip. */
function answerFrom(url: string, query = sql`SELECT 1`, several = false, patience = 200): Promise<Response> {
  const db = openDatabase({ LIBSQL_URL: url, LIBSQL_TOKEN: '' }, noTrips(), patience)
  const app = new Hono<AppTypes>().get('/', async (c) =>
    c.json(await (several ? db.batch([db.run(query)]) : db.all(query))),
  )
  return Promise.resolve(app.onError(mapError).request('/'))
}

const refused = (does: RequestListener | 'nobody'): [string, () => Promise<string>] => [
  does === 'nobody' ? 'is not there' : does.name,
  async () => (does === 'nobody' ? 'http://127.0.0.1:9' : serverThat(does)),
]
const HOW: RequestListener[] = [
  function neverAnswers() {
    // Not a word.
  },
  function hangsUp(request) {
    request.socket.destroy()
  },
  function breaksOff(request, response) {
    response.writeHead(200, { 'content-length': '500' }).write('{"results":[')
    setTimeout(() => request.socket.destroy(), 20)
  },
  function answersAnError(_request, response) {
    response.writeHead(500).end('SQLITE_IOERR: /var/lib/sqld')
  },
]

it.each([refused('nobody'), ...HOW.map(refused)])(
  'a database that %s makes people come back, and tells nothing',
  async (_how, start) => {
    const url = await start()
    for (const several of [false, true]) {
      const answer = await answerFrom(url, sql`SELECT 1`, several)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.text()).not.toMatch(/SQL|sqld|127\.0/)
    }
  },
)

it('a statement that is wrong is a mistake of ours, for which nobody comes back', async () => {
  const answer = await answerFrom(inject('databaseUrl'), sql`SELECT nothing_such`, false, 20_000)
  expect(answer.status).toBe(500)
  expect(answer.headers.get('retry-after')).toBeNull()
})
