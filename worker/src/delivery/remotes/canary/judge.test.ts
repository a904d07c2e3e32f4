import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { firmsThatDecide, isSuspect, judge, type Tally } from './judge.ts'

const tally = (firms: number, failed: Tally['failed'] = {}): Tally => ({ firms, failed })
const hangs = (firms: number, hang: number): Tally => tally(firms, { hang })

it('needs three firms, or all of a canary for named firms only', () => {
  const decide = (percent: number, firm_ids: string[], user_ids: string[] = []) =>
    firmsThatDecide({ percent, firm_ids, user_ids })
  expect([decide(0, ['a']), decide(0, ['a', 'b']), decide(0, ['a', 'b', 'c', 'd'])]).toEqual([1, 2, 3])
  // Others get it, too.
  expect([decide(5, ['a']), decide(0, ['a'], ['ann']), decide(0, [], ['ann']), decide(5, [])]).toEqual([3, 3, 3, 3])
  // The addresses of two bookkeepers of one firm.
  expect(decide(0, ['a', 'a'])).toBe(1)
  expect([judge(hangs(2, 2), tally(9), 3), judge(hangs(2, 2), tally(9), 2)?.kind]).toEqual([undefined, 'hang'])
})

it('finds a kind of failure of three firms, at twice the share of the live version', () => {
  const finding = { kind: 'hang', canary: { failed: 3, firms: 30 }, live: { failed: 5, firms: 100 } }
  expect(judge(hangs(30, 3), hangs(100, 5), 3)).toEqual(finding)
  expect(judge(hangs(30, 3), hangs(100, 6), 3)).toBeUndefined()
  // Nobody uses the live version.
  expect(judge(hangs(3, 3), tally(0), 3)).toMatchObject({ live: { failed: 0, firms: 0 } })
})

it('does not add kinds of failure up, and names that of most firms', () => {
  expect(judge(tally(10, { hang: 2, failed_load: 2 }), tally(10), 3)).toBeUndefined()
  expect(judge(tally(10, { hang: 3, failed_calls: 4, failed_load: 3 }), tally(10), 3)?.kind).toBe('failed_calls')
})

it('never blames a version for a share of failures that is not larger', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), fc.nat(200), (n, m, k) => {
      const failed = Math.min(k, n)
      // The live version fails for at least the same share of firms.
      expect(judge(hangs(n, failed), hangs(m, Math.ceil((failed / n) * m)), 1)).toBeUndefined()
    }),
  )
})

it('suspects a version as soon as one firm decides', () => {
  expect(isSuspect(hangs(5, 1), tally(100))).toBe(true)
  expect(isSuspect(tally(50), tally(100))).toBe(false)
  expect(isSuspect(hangs(50, 5), hangs(100, 10))).toBe(false)
  // Strangers report failures of the live version.
  expect(isSuspect(hangs(10, 5), hangs(100, 90))).toBe(true)
  expect(isSuspect(hangs(10, 4), hangs(100, 90))).toBe(false)
})
