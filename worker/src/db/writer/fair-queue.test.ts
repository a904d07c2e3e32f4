import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('serves lanes in turn, and keeps the order of each', () => {
  const lane = fc.constantFrom('a', 'b', 'c', '')
  fc.assert(
    fc.property(fc.array(lane, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (lanes, most) => {
      const queue = new FairQueue<[string, number]>()
      for (const [i, of] of lanes.entries()) queue.add(of, [of, i])
      const taken: [string, number][] = []
      while (queue.size() > 0) taken.push(...queue.take(most))
      for (const of of new Set(lanes)) {
        const own = taken.filter(([name]) => name === of).map(([, i]) => i)
        expect(own).toEqual(lanes.flatMap((name, i) => (name === of ? [i] : [])))
        // The n-th item of a lane is served within n rounds.
        for (const [n, i] of own.entries())
          expect(taken.findIndex(([, at]) => at === i)).toBeLessThan((n + 1) * new Set(lanes).size)
      }
    }),
  )
})

it('puts what is to be tried again first', () => {
  const queue = new FairQueue<string>()
  for (const item of ['one', 'two']) queue.add('a', item)
  const [first] = queue.take(1)
  queue.add('a', first ?? '', 'front')
  expect([queue.size(), queue.size('a'), queue.size('b'), queue.take(9)]).toEqual([2, 2, 0, ['one', 'two']])
})

it('takes the newest of the longest lane to make room, and nothing where no lane is longer than the one that asks would be', () => {
  const queue = new FairQueue<string>()
  for (const item of ['one', 'two', 'three']) queue.add('a', item)
  queue.add('b', 'other')
  expect([queue.displace('b'), queue.displace('c'), queue.displace('a')]).toEqual([
    { lane: 'a', item: 'three' },
    { lane: 'a', item: 'two' },
    undefined,
  ])
  expect([queue.size(), queue.displace('c'), queue.take(9)]).toEqual([2, undefined, ['one', 'other']])
})
