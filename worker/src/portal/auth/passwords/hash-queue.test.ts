import { expect, it } from 'vitest'
import { HashQueue } from './hash-queue.ts'

it('gives another source the next turn when one source has many requests waiting', () => {
  const queue = new HashQueue()
  const flood = Array.from({ length: 20 }, () => queue.join('flood', 0))
  const [first, second, third] = flood
  if (!first || !second || !third) throw new Error('no tickets')
  expect([queue.enter(first, 1), queue.enter(second, 1), queue.enter(third, 1)]).toEqual([true, true, false])
  const stranger = queue.join('stranger', 2)
  if (!stranger) throw new Error('no ticket')
  expect(queue.enter(stranger, 3)).toBe(false)
  queue.leave(first, 4)
  expect(queue.enter(third, 1000)).toBe(false)
  expect(queue.enter(stranger, 1000)).toBe(true)
  queue.leave(second, 1001)
  expect(queue.enter(third, 1500)).toBe(true)
})

it('rests after each turn', () => {
  const queue = new HashQueue()
  const [one, two] = [queue.join('a', 0), queue.join('b', 0)]
  if (!one || !two) throw new Error('no tickets')
  expect(queue.enter(one, 0)).toBe(true)
  queue.leave(one, 300)
  expect([queue.enter(two, 301), queue.enter(two, 449), queue.enter(two, 450)]).toEqual([false, false, true])
})

it('does not rest after a hash of minimal cost', () => {
  const queue = new HashQueue()
  const [one, two] = [queue.join('a', 0), queue.join('b', 0)]
  if (!one || !two) throw new Error('no tickets')
  expect(queue.enter(one, 0)).toBe(true)
  queue.leave(one, 5, 'minimal')
  expect(queue.enter(two, 5)).toBe(true)
})

it('refuses a request when too many of its source are waiting, unless the source is unknown', () => {
  const queue = new HashQueue()
  const joined = (source: string) =>
    Array.from({ length: 40 }, () => queue.join(source, 0)).filter((ticket) => ticket !== undefined).length
  expect([joined('flood'), joined('stranger'), joined('')]).toEqual([30, 30, 40])
})

it('takes known callers in turn with all others, so that a flood from many sites does not delay them', () => {
  const queue = new HashQueue()
  const flood = Array.from({ length: 20 }, (_, i) => queue.join(`site ${i}`, 0))
  const [first, second, third, fourth] = flood
  const [known, another] = [queue.join('ann', 0, true), queue.join('ben', 0, true)]
  if (!first || !second || !third || !fourth || !known || !another) throw new Error('no tickets')
  expect([queue.enter(first, 1), queue.enter(known, 1)]).toEqual([false, true])
  expect([queue.enter(another, 1), queue.enter(first, 1)]).toEqual([false, true])
  queue.leave(known, 300)
  expect([queue.enter(second, 1000), queue.enter(another, 1000)]).toEqual([false, true])
  queue.leave(first, 1001)
  // Without known callers, the others take all turns.
  expect(queue.enter(second, 1500)).toBe(true)
  queue.leave(second, 1501)
  expect(queue.enter(third, 2000)).toBe(true)
})

it('gives a new source a place while others have filled theirs, up to a total', () => {
  const queue = new HashQueue()
  const joined = (source: string, isKnown = false) =>
    Array.from({ length: 40 }, () => queue.join(source, 0, isKnown)).filter((ticket) => ticket !== undefined).length
  const sites = Array.from({ length: 250 }, (_, i) => joined(`site ${i}`))
  expect(sites.slice(0, 9)).toEqual([30, 30, 30, 30, 30, 30, 28, 25, 22])
  expect(sites.filter((places) => places > 0)).toHaveLength(200)
  expect(sites.reduce((sum, places) => sum + places)).toBeLessThan(900)
  expect([joined('late'), joined('ann', true)]).toEqual([0, 30])
})

it('frees the turns and places of canceled requests', () => {
  const queue = new HashQueue()
  const [one, two, gone] = [queue.join('a', 0), queue.join('b', 0), queue.join('c', 0)]
  const last = queue.join('d', 0)
  if (!one || !two || !gone || !last) throw new Error('no tickets')
  expect([queue.enter(one, 0), queue.enter(two, 0), queue.enter(last, 1000)]).toEqual([true, true, false])
  expect(queue.enter(last, 2500)).toBe(false)
  expect(queue.enter(last, 5001)).toBe(true)
})
