import { beforeEach, expect, it } from 'vitest'
import { WorkWatch } from './work-watch.ts'

let stored: Map<string, unknown>
let now: number
let told: string[]
let watched: WorkWatch

/** Returns a watch as after a restart. */
const newWatch = () =>
  new WorkWatch(
    {
      get: async (key) => structuredClone(stored.get(key)) as never,
      put: async (key, value) => void stored.set(key, structuredClone(value)),
    },
    async (lanes, error) => void told.push(`${lanes.join(' ')}: ${error}`),
    () => now,
  )

beforeEach(() => {
  stored = new Map()
  now = Date.parse('2026-03-01T12:00:00.000Z')
  told = []
  watched = newWatch()
})

const fail = async (lane: string) => {
  await expect(
    watched.watch(lane, async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
}

it('names a lane that failed twice in a row, also after a restart, until it succeeds', async () => {
  await fail('mail')
  expect(await watched.failing()).toEqual([])
  watched = newWatch()
  await fail('mail')
  expect(await watched.failing()).toEqual(['mail'])
  watched = newWatch()
  expect(await watched.failing()).toEqual(['mail'])
  expect(await watched.watch('mail', async () => 'done')).toBe('done')
  expect(await watched.failing()).toEqual([])
})

it('does not count failures with a success in between', async () => {
  await fail('mail')
  await watched.watch('mail', async () => undefined)
  await fail('mail')
  expect(await watched.failing()).toEqual([])
})

it('tells operators once an hour, and not before the lane has failed for ten seconds', async () => {
  await fail('mail')
  await fail('mail')
  expect(told).toEqual([])
  now += 10_000
  await fail('mail')
  expect(told).toEqual(['mail: broken'])
  await fail('digests')
  now += 10_000
  await fail('digests')
  watched = newWatch()
  await fail('mail')
  expect(told).toHaveLength(1)
  now += 3_600_000
  await fail('mail')
  expect(told.at(-1)).toBe('mail digests: broken')
})
