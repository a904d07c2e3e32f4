import { FAILURES, type Failure } from '@portal/contract/vitals'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Tally } from './count-votes.ts'
import { judge } from './judge.ts'

/** Returns a tally of people of firms of their own; of those, so many have a kind of failure. */
function tally(count: number, given: Partial<Record<Failure, number>> = {}): Tally {
  const of = (n: number) => ({ people: n, firms: n })
  const { failed_load = 0, hang = 0, render_error = 0 } = given
  const failed: Partial<Record<Failure | 'broken', number>> = { broken: failed_load + hang + render_error, ...given }
  const entries = (['broken', ...FAILURES] as const).map((kind) => [kind, of(failed[kind] ?? 0)])
  return { ...of(count), failed: Object.fromEntries(entries) as Tally['failed'] }
}
const hangs = (firms: number, hang: number) => tally(firms, { hang })

/** Returns what follows: a rollback, suspicion or nothing. */
function verdict(...given: Parameters<typeof judge>): string {
  const finding = judge(...given)
  return finding ? (finding.decides ? 'roll back' : 'suspect') : 'fine'
}

it('needs two firms, while the live version fails for none', () => {
  expect(verdict(hangs(30, 0), tally(570))).toBe('fine')
  expect(verdict(hangs(30, 1), tally(570))).toBe('suspect')
  expect(verdict(hangs(30, 2), tally(570))).toBe('roll back')
  // Nobody knows whether the live version fails, too.
  expect(verdict(hangs(30, 30), tally(1))).toBe('suspect')
  // But it has been used within days.
  expect(verdict(hangs(2, 2), tally(0), new Set(['view']))).toBe('roll back')
  expect(verdict(hangs(2, 2), tally(0), new Set(['view', 'hang']))).toBe('suspect')
})

it('needs two firms more than twice the rate of the live version', () => {
  const verdicts = (live: Tally) => [1, 2, 3, 4, 5].map((failed) => verdict(hangs(30, failed), live))
  expect(verdicts(hangs(30, 1))).toEqual(['fine', 'fine', 'suspect', 'roll back', 'roll back'])
  expect(verdicts(hangs(90, 1))).toEqual(['fine', 'suspect', 'roll back', 'roll back', 'roll back'])
  expect(verdicts(hangs(570, 1))).toEqual(['fine', 'suspect', 'roll back', 'roll back', 'roll back'])
})

it('counts one firm more if the live version failed within days', () => {
  expect(verdict(hangs(30, 2), tally(90), new Set(['hang']))).toBe('suspect')
  expect(verdict(hangs(30, 3), tally(90), new Set(['render_error']))).toBe('roll back')
  expect(verdict(hangs(30, 2), tally(90), new Set(['view', 'failed_calls']))).toBe('roll back')
})

it('adds up the ways in which a page is broken, and is only made suspect by others', () => {
  expect(verdict(tally(30, { hang: 1, failed_load: 1 }), tally(90))).toBe('roll back')
  expect(verdict(tally(30, { slow_interaction: 1, failed_calls: 1 }), tally(90))).toBe('fine')
  expect(judge(tally(30, { slow_interaction: 30 }), tally(90))).toMatchObject({ sign: 'slow_interaction' })
  expect(judge(tally(30, { failed_calls: 2 }), tally(90))).toMatchObject({ sign: 'failed_calls', decides: false })
  expect(verdict(tally(30, { failed_calls: 2 }), tally(90, { failed_calls: 1 }))).toBe('fine')
})

it('suspects a version that fails for half of its firms, whatever strangers report about the live version', () => {
  expect(verdict(hangs(10, 5), hangs(100, 90))).toBe('suspect')
  expect(verdict(hangs(10, 4), hangs(100, 90))).toBe('fine')
})

it('never rolls back a version for a share of failures that is not twice as large', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), fc.nat(200), (n, m, k) => {
      const failed = Math.min(k, n)
      const live = Math.ceil((failed / n / 2) * m)
      expect(verdict(hangs(n, failed), hangs(m, live))).not.toBe('roll back')
    }),
  )
})
