import { expect, inject, it } from 'vitest'
import { newBookkeeper, unique } from '../testing/portal.ts'
import { StreamPool } from './streams.ts'

it('reuses a stream only when no other task uses it', async () => {
  const streams = new StreamPool({ LIBSQL_URL: inject('databaseUrl'), LIBSQL_TOKEN: '' }, 20_000)
  await streams.use((stream) =>
    stream.run(['INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', [unique('firm'), 'Firm', 'now']]),
  )
  // Counts the changes of the stream's own connection.
  const changes = async () => (await streams.use((stream) => stream.queryValue('SELECT total_changes()'))).value
  expect(await changes()).toBe(1)
  // More tasks than the pool keeps streams.
  const counts = await Promise.all(Array.from({ length: 20 }, changes))
  expect(counts.filter((count) => count === 1)).toHaveLength(1)
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
