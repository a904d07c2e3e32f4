import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('serves keys in turn and keeps the order of each', () => {
  const key = fc.constantFrom('a', 'b', 'c', '')
  fc.assert(
    fc.property(fc.array(key, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (keys, max) => {
      const queue = new FairQueue<[string, number]>()
      for (const [i, of] of keys.entries()) queue.add(of, [of, i])
      const taken: [string, number][] = []
      while (queue.size() > 0) taken.push(...queue.take(max))
      for (const of of new Set(keys)) {
        const own = taken.filter(([name]) => name === of).map(([, i]) => i)
        expect(own).toEqual(keys.flatMap((name, i) => (name === of ? [i] : [])))
        // The n-th item of a key is served within n rounds.
        for (const [n, i] of own.entries())
          expect(taken.findIndex(([, at]) => at === i)).toBeLessThan((n + 1) * new Set(keys).size)
      }
    }),
  )
})

it('puts retried items first', () => {
  const queue = new FairQueue<string>()
  for (const item of ['one', 'two']) queue.add('a', item)
  const [first] = queue.take(1)
  queue.add('a', first ?? '', 'front')
  expect([queue.size(), queue.size('a'), queue.size('b'), queue.take(9)]).toEqual([2, 2, 0, ['one', 'two']])
})

it('displaces the newest item of the longest key, unless the asking key would be as long', () => {
  const queue = new FairQueue<string>()
  for (const item of ['one', 'two', 'three']) queue.add('a', item)
  queue.add('b', 'other')
  expect([queue.displace('b'), queue.displace('c'), queue.displace('a')]).toEqual([
    { key: 'a', item: 'three' },
    { key: 'a', item: 'two' },
    undefined,
  ])
  expect([queue.size(), queue.displace('c'), queue.take(9)]).toEqual([2, undefined, ['one', 'other']])
})
