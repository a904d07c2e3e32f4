import { expect, it } from 'vitest'
import { newBookkeeper, newClient, problemOf } from '../testing/portal.ts'
import { get } from '../testing/work.ts'
import { ConcurrentReads } from './concurrent-reads.ts'

it('answers others while one client requests 1,400 pages at once', async () => {
  const [client, other] = [await newClient(await newBookkeeper()), await newBookkeeper()]
  const flood = Array.from({ length: 1400 }, () => client.fetch('/api/portal/workforms'))
  await Promise.all(Array.from({ length: 5 }, () => get(other, '/api/clients')))
  const answers = await Promise.all(flood)
  const refused = answers.filter((answer) => answer.status !== 200)
  expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([429]))
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(await problemOf(refused[0] as Response)).toMatchObject({
    code: 'too_many_requests',
    title: 'Too many requests',
    detail: 'You are sending too many requests at once. Please try again in 1 second.',
  })
  await get(client, '/api/portal/workforms')
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
