import { expect, it } from 'vitest'
import { newBookkeeper, newClient, problemOf } from '../../testing/portal.ts'
import { ConcurrentReads } from './concurrent-reads.ts'

it('answers others while one client requests 1,400 pages at once', async () => {
  const [client, other] = [await newClient(await newBookkeeper()), await newBookkeeper()]
  const flood = Array.from({ length: 1400 }, () => client.fetch('/api/portal/workforms'))
  const others = Array.from({ length: 5 }, () => other.fetch('/api/clients'))
  for (const answer of await Promise.all(others)) expect(answer.status).toBe(200)
  const answers = await Promise.all(flood)
  // Beyond the client's limit the reads get 429; what still overloads the portal gets 503, and is sent again.
  expect(answers.filter(({ status }) => ![200, 429].includes(status))).toEqual([])
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(await problemOf(refused[0] as Response)).toMatchObject({
    code: 'too_many_requests',
    title: 'Too many requests',
    detail: 'You are sending too many requests at once. Please try again in 1 second.',
  })
  expect((await client.fetch('/api/portal/workforms')).status).toBe(200)
})

it('counts open reads until they end or expire', () => {
  const reads = new ConcurrentReads()
  const end = reads.begin('ann', 2, 0)
  expect([reads.begin('ann', 2, 0), reads.begin('ben', 2, 0)].every(Boolean)).toBe(true)
  expect(reads.begin('ann', 2, 0)).toBeUndefined()
  end?.()
  expect(reads.begin('ann', 2, 0)).toBeDefined()
  expect(reads.begin('ann', 2, 15_000)).toBeUndefined()
  expect(reads.begin('ann', 2, 15_001)).toBeDefined()
})
