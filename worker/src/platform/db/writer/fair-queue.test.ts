import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const atMost = (max: number) => (_key: string, _item: unknown, taken: number) => taken < max

it('serves keys in turn and keeps the order of each', () => {
  const key = fc.constantFrom('a', 'b', 'c', '')
  fc.assert(
    fc.property(fc.array(key, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (keys, max) => {
      const queue = new FairQueue<[string, number]>()
      for (const [i, of] of keys.entries()) queue.add(of, [of, i], 1)
      const taken: [string, number][] = []
      while (queue.weight() > 0) taken.push(...queue.take(atMost(max)))
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

it('skips keys that are refused, and serves them first in the next call', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2']) queue.add('a', item, 1)
  for (const item of ['b1', 'b2']) queue.add('b', item, 1)
  expect(queue.take((key) => key !== 'a')).toEqual(['b1', 'b2'])
  queue.add('b', 'b3', 1)
  expect(queue.take(atMost(9))).toEqual(['a1', 'b3', 'a2'])
})

it('puts retried items first', () => {
  const queue = new FairQueue<string>()
  for (const item of ['one', 'two']) queue.add('a', item, 1)
  const [first] = queue.take(atMost(1))
  queue.add('a', first ?? '', 1, 'front')
  expect([queue.weight(), queue.weight('a'), queue.weight('b'), queue.take(atMost(9))]).toEqual([
    2,
    2,
    0,
    ['one', 'two'],
  ])
})

it('displaces the newest item of the heaviest key, unless the asking key would be as heavy', () => {
  const queue = new FairQueue<string>()
  for (const item of ['one', 'two', 'three']) queue.add('a', item, 1)
  queue.add('b', 'other', 1)
  expect([queue.displace('b', 1), queue.displace('c', 1), queue.displace('a', 1)]).toEqual([
    { key: 'a', item: 'three' },
    { key: 'a', item: 'two' },
    undefined,
  ])
  expect([queue.weight(), queue.displace('c', 1), queue.take(atMost(9))]).toEqual([2, undefined, ['one', 'other']])
})

it('displaces a few heavy items before many light ones', () => {
  const queue = new FairQueue<string>()
  for (let i = 0; i < 20; i++) queue.add('light', `light ${i}`, 1)
  queue.add('heavy', 'heavy', 30)
  expect(queue.displace('new', 5)).toEqual({ key: 'heavy', item: 'heavy' })
  expect(queue.displace('new', 30)).toBeUndefined()
})
