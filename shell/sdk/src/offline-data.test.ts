import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepOfflineDataOf, offlineCacheName, writeOfflineData } from './offline-data.ts'

const session = (id: string) => ({ session_id: id, user: { client_id: null } }) as never
let names: Set<string>

beforeEach(() => {
  names = new Set(['portal.files'])
  vi.stubGlobal('caches', {
    has: async (name: string) => names.has(name),
    keys: async () => [...names],
    open: async (name: string) => names.add(name),
    delete: async (name: string) => names.delete(name),
  })
  vi.stubGlobal('navigator', {
    locks: { request: (...rest: unknown[]) => (rest.at(-1) as () => unknown)() },
  })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the data of one session only', async () => {
  await keepOfflineDataOf(session('s1'))
  await keepOfflineDataOf(session('s2'))
  expect([...names]).toEqual(['portal.files', offlineCacheName('s2', null)])
  await keepOfflineDataOf(null)
  expect([...names]).toEqual(['portal.files'])
})

it('stores nothing that arrives after the session has ended', async () => {
  const name = offlineCacheName('s1', null)
  await keepOfflineDataOf(session('s1'))
  const write = vi.fn(async () => undefined)
  await writeOfflineData(name, write)
  await keepOfflineDataOf(null)
  await writeOfflineData(name, write)
  expect(write).toHaveBeenCalledTimes(1)
  expect([...names]).toEqual(['portal.files'])
})
