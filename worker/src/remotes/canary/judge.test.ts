import { type Failure } from '@portal/contract/vitals'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FALSE_ALARM, type Finding, isSuspect, judge, type Tally, tailProbability } from './judge.ts'

const tally = (people: number, failed: Tally['failed'] = {}): Tally => ({ people, failed })

/** A canary release in which both versions fail for a share of people, each for one random kind. */
interface Trial {
  /** The share of people who get the canary. */
  share: number
  canaryRate: number
  liveRate: number
  /** How many people use the remote. */
  people: number
  seed: number
}

/** Returns random numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Judges after each person. @returns the finding, and how many people the canary had until then */
function run({ share, canaryRate, liveRate, people, seed }: Trial): { finding?: Finding; after: number } {
  const random = randomNumbers(seed)
  const kinds: Failure[] = ['render_error', 'failed_calls']
  const failed = { canary: {} as Record<string, number>, live: {} as Record<string, number> }
  const count = { canary: 0, live: 0 }
  for (let i = 0; i < people; i++) {
    const version = random() < share ? 'canary' : 'live'
    count[version]++
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'render_error'
    if (random() < (version === 'canary' ? canaryRate : liveRate))
      failed[version][kind] = (failed[version][kind] ?? 0) + 1
    const finding = judge(tally(count.canary, failed.canary), tally(count.live, failed.live))
    if (finding) return { finding, after: count.canary }
  }
  return { after: count.canary }
}

const shares = fc.constantFrom(0.05, 0.25, 0.5)
const seeds = fc.integer()

it('computes the probabilities of Fisher’s exact test', () => {
  // The lady tasting tea.
  expect(tailProbability(4, 4, 4, 8)).toBeCloseTo(1 / 70, 12)
  expect(tailProbability(3, 4, 4, 8)).toBeCloseTo(17 / 70, 12)
  expect(tailProbability(0, 5, 3, 100)).toBeCloseTo(1, 12)
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.nat(60), (sample, marked, rest) => {
      const all = Math.max(sample, marked) + rest
      for (let hits = 0; hits < Math.min(sample, marked); hits++) {
        // Sample and marked items can be exchanged.
        const p = tailProbability(hits, sample, marked, all)
        if (hits >= sample + marked - all) expect(p).toBeCloseTo(tailProbability(hits, marked, sample, all), 9)
      }
    }),
  )
})

it('rarely rolls back a version that fails as often as the live one', () => {
  const trials = fc.sample(
    fc.record({ share: shares, rate: fc.double({ min: 0, max: 0.3, noNaN: true }), seed: seeds }),
    { numRuns: 400, seed: 22 },
  )
  const alarms = trials.filter(
    ({ share, rate, seed }) => run({ share, canaryRate: rate, liveRate: rate, people: 1000, seed }).finding,
  )
  expect(alarms.length / trials.length).toBeLessThanOrEqual(FALSE_ALARM)
})

it('finds a version that fails for one person in ten within a hundred people', () => {
  const after = fc
    .sample(seeds, { numRuns: 200, seed: 22 })
    .map((seed) => run({ share: 0.05, canaryRate: 0.1, liveRate: 0, people: 4000, seed }).after)
    .sort((a, b) => a - b)
  expect(after[190]).toBeLessThanOrEqual(100)
  expect(after.at(-1)).toBeLessThan(200)
})

it('finds a version that fails for everyone within four people, also when nobody uses the live version', () => {
  const everyone = (people: number, live: number) => judge(tally(people, { failed_load: people }), tally(live))
  expect([everyone(1, 0), everyone(3, 0), everyone(1, 100)]).toEqual([undefined, undefined, undefined])
  expect(everyone(4, 0)).toEqual({
    kind: 'failed_load',
    canary: { failed: 4, people: 4 },
    live: { failed: 0, people: 0 },
  })
  expect(everyone(2, 100)).toBeDefined()
})

it('never blames a version for fewer failures than the live one has', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 20, max: 200 }), fc.nat(200), (n, m, k) => {
      const canary = tally(n, { hang: Math.min(k, n) })
      // The live version fails for at least the same share of people.
      const live = tally(m, { hang: Math.ceil((Math.min(k, n) / n) * m) })
      expect(judge(canary, live)).toBeUndefined()
    }),
  )
})

it('suspects before it is certain', () => {
  const [one, two] = [tally(5, { hang: 1 }), tally(5, { hang: 2 })]
  expect([isSuspect(one, tally(100)), judge(two, tally(100))]).toEqual([true, undefined])
  expect(isSuspect(tally(50), tally(100))).toBe(false)
  expect(isSuspect(tally(50, { hang: 5 }), tally(100, { hang: 10 }))).toBe(false)
})
