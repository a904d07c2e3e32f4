import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** Runs batches of 500 ms of one key as often as it gets a turn, for a minute. @returns the time they took */
function timeOfBusyKey(turns: Turns, otherEveryMs: number): number {
  let used = 0
  for (let now = 0; now < 60_000; now += 10) {
    if (now % otherEveryMs === 0) turns.markActive('other', now)
    turns.markActive('busy', now)
    if (turns.waitOf('busy', now) > 0) continue
    used += 500
    now += 500
    turns.took('busy', 500, now)
  }
  return used
}

it('gives a key with expensive batches a quarter of the time while others write', () => {
  const used = timeOfBusyKey(new Turns(), 100)
  expect(used).toBeGreaterThan(13_000)
  expect(used).toBeLessThan(17_000)
})

it('gives a key all the time while nobody else writes', () => {
  expect(timeOfBusyKey(new Turns(), Number.POSITIVE_INFINITY)).toBeGreaterThan(55_000)
})

it('does not charge a key for the time in which nobody else wrote', () => {
  const turns = new Turns()
  for (let now = 0; now < 60_000; now += 500) {
    turns.markActive('busy', now)
    turns.took('busy', 500, now)
  }
  turns.markActive('other', 60_000)
  expect(turns.waitOf('busy', 60_000)).toBe(0)
})

it('charges a batch that takes longer than others count as writing', () => {
  const turns = new Turns()
  turns.markActive('other', 0)
  turns.took('busy', 5000, 5000)
  turns.markActive('other', 5000)
  expect(turns.waitOf('busy', 5000)).toBe(3000)
})

it('counts a key as writing while its batch waits and runs, and until three seconds after', () => {
  const turns = new Turns()
  turns.markActive('other', 0)
  turns.took('other', 40, 4000)
  turns.took('busy', 2000, 6500)
  expect(turns.waitOf('busy', 6500)).toBe(500)
})

it('lets keys with cheap batches go on', () => {
  const turns = new Turns()
  for (let now = 0; now < 10_000; now += 20) {
    for (const key of ['one', 'two']) {
      turns.markActive(key, now)
      expect(turns.waitOf(key, now)).toBe(0)
      turns.took(key, 3, now)
    }
  }
})

it('gives all keys with expensive batches a quarter of the time together while others write', () => {
  const turns = new Turns()
  const busy = ['a', 'b', 'c', 'd', 'e', 'f']
  let used = 0
  for (let now = 0; now < 60_000; now += 10) {
    if (now % 100 < 10) turns.markActive('other', now)
    for (const key of busy) turns.markActive(key, now)
    const key = busy.find((k) => turns.waitOf(k, now) === 0)
    if (key === undefined) continue
    used += 500
    now += 500
    turns.took(key, 500, now)
  }
  expect(used).toBeGreaterThan(13_000)
  expect(used).toBeLessThan(20_000)
})

it('lets no key wait longer than others count as writing', () => {
  const turns = new Turns()
  turns.markActive('other', 0)
  turns.markActive('busy', 0)
  turns.took('busy', 60_000, 0)
  expect(turns.waitOf('busy', 0)).toBe(3000)
  expect(turns.waitOf('busy', 2900)).toBe(100)
  turns.markActive('other', 2900)
  expect(turns.waitOf('busy', 2900)).toBe(3000)
  expect(turns.waitOf('busy', 5900)).toBe(0)
})

it('gives two keys with expensive batches all the time when no other key writes', () => {
  const turns = new Turns()
  let used = 0
  for (let now = 0; now < 60_000; now += 10) {
    for (const key of ['one', 'two']) turns.markActive(key, now)
    const key = ['one', 'two'].find((k) => turns.waitOf(k, now) === 0)
    if (key === undefined) continue
    used += 500
    now += 500
    turns.took(key, 500, now)
  }
  expect(used).toBeGreaterThan(45_000)
})

it('expects batches to take as long as the last ones of their key', () => {
  const turns = new Turns()
  expect(turns.expected('busy')).toBe(3)
  for (let i = 0; i < 10; i++) turns.took('busy', 400, 0)
  expect([Math.round(turns.expected('busy')), turns.expected('other')]).toEqual([400, 3])
})
