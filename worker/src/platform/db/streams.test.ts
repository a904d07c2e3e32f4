import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, it } from 'vitest'
import { newBookkeeper, unique } from '../../testing/portal.ts'
import { StreamPool } from './streams.ts'

it('reuses a stream only when no other task uses it', async () => {
  const streams = new StreamPool({ LIBSQL_URL: inject('databaseUrl'), LIBSQL_TOKEN: '' }, 20_000)
  await streams.use((stream) =>
    stream.run(['INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', [unique('firm'), 'Firm', 'now']]),
  )
  // Counts the changes of the stream's own connection, those of triggers included.
  const changes = async () => (await streams.use((stream) => stream.queryValue('SELECT total_changes()'))).value
  const own = await changes()
  expect(own).toBeGreaterThan(0)
  // More tasks than the pool keeps streams.
  const counts = await Promise.all(Array.from({ length: 20 }, changes))
  expect(counts.filter((count) => count === own)).toHaveLength(1)
})

it('answers concurrent requests when earlier requests were cut off', async () => {
  const bookkeeper = await newBookkeeper()
  for (let round = 0; round < 5; round++) {
    const cutOff = Array.from({ length: 12 }, async (_, i) => {
      const signal = AbortSignal.timeout(1 + i)
      await bookkeeper.fetch('/api/clients', { signal }).catch(() => undefined)
    })
    const answered = Array.from({ length: 12 }, async () => (await bookkeeper.fetch('/api/clients')).status)
    expect(new Set(await Promise.all(answered))).toEqual(new Set([200]))
    await Promise.all(cutOff)
  }
})

/** What sqld answers on a stream that it no longer knows, and on one whose last response was lost. */
const REFUSALS = {
  'is unknown': ['text/plain', 'Received an invalid baton'],
  'has expired': ['application/json', '{"message":"The stream has expired due to inactivity","code":"STREAM_EXPIRED"}'],
  'has been used in the meantime': ['text/plain', 'Received a baton that has already been used'],
} as const

it.each([
  { name: 'is unknown', sent: 2 },
  { name: 'has expired', sent: 2 },
  { name: 'has been used in the meantime', sent: 1 },
] as const)('sends statements again only if nothing was executed: the stream $name', async ({ name, sent }) => {
  const [type, body] = REFUSALS[name]
  let statements = 0
  const server = createServer(async (request, response) => {
    const received = JSON.parse((await request.toArray()).join('')) as { baton?: string; requests: unknown[] }
    const isUse = JSON.stringify(received.requests).includes('firms')
    if (isUse) statements += 1
    if (isUse && received.baton) {
      response.writeHead(400, { 'content-type': type }).end(body)
      return
    }
    const forwarded = await fetch(`${inject('databaseUrl')}${request.url}`, {
      method: 'POST',
      body: JSON.stringify(received),
    })
    const { base_url: _, ...rest } = (await forwarded.json()) as { base_url: string | null }
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(JSON.stringify(rest))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const streams = new StreamPool({ LIBSQL_URL: url, LIBSQL_TOKEN: '' }, 20_000)
    await streams.use((stream) => stream.queryValue('SELECT 1'))
    const use = streams.use((stream) => stream.queryValue('SELECT count(*) FROM firms'))
    await (sent === 2
      ? expect(use).resolves.toMatchObject({ columnNames: ['count(*)'] })
      : expect(use).rejects.toThrow())
    expect(statements).toBe(sent)
  } finally {
    server.close()
  }
})
