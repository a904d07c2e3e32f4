import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Notifies this tab of a change in another one. */
const hearOf = (key: string, storageArea: Storage) =>
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea }))

/** Loads the module as a new tab does. */
async function openTab() {
  vi.resetModules()
  return import('./browser-store.ts')
}

const refuse = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

const quotaExceeded = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}
const stored = localStorage
/** Replaces methods of local storage. */
const replaceMethods = (methods: Partial<Storage>) =>
  vi.stubGlobal(
    'localStorage',
    new Proxy(stored, { get: (target, key) => Reflect.get({ ...methods }, key) ?? Reflect.get(target, key) }),
  )

/** Storage as browsers refuse it. */
const REFUSALS = {
  blocked: () => vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse),
  missing: () => vi.stubGlobal('localStorage', null),
  full: () => replaceMethods({ setItem: quotaExceeded }),
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('stores what the browser keeps, for all tabs', async () => {
  const one = await openTab()
  const two = await openTab()
  expect(one.localStore.set('a.1', 'x')).toBe(true)
  expect([two.localStore.get('a.1'), localStorage.getItem('a.1')]).toEqual(['x', 'x'])
  two.localStore.set('b.1', 'y')
  expect(one.localStore.keys('a.')).toEqual(['a.1'])
  two.localStore.remove('a.1')
  expect(one.localStore.get('a.1')).toBeNull()
})

it('reads JSON, and ignores what is damaged', async () => {
  const { localStore } = await openTab()
  localStore.set('a', '{"b":[1]}')
  localStore.set('broken', '{"b":')
  expect([localStore.getJson('a'), localStore.getJson('broken'), localStore.getJson('none')]).toEqual([
    { b: [1] },
    undefined,
    undefined,
  ])
})

describe.each(Object.entries(REFUSALS))('when storage is %s', (_, happens) => {
  it('keeps values in the tab, and says that the browser does not', async () => {
    happens()
    const { localStore } = await openTab()
    expect(localStore.set('a.1', 'x')).toBe(false)
    expect(localStore.set('a.2', '{"b":2}')).toBe(false)
    expect([localStore.get('a.1'), localStore.getJson('a.2')]).toEqual(['x', { b: 2 }])
    expect(localStore.keys('a.')).toEqual(['a.1', 'a.2'])
    localStore.remove('a.1')
    expect([localStore.get('a.1'), localStore.keys('a.')]).toEqual([null, ['a.2']])
    expect((await openTab()).localStore.get('a.2')).toBeNull()
  })
})

it('answers with the last value when storage becomes full, and keeps the older one for the next start', async () => {
  const { localStore } = await openTab()
  localStore.set('a', 'old')
  REFUSALS.full()
  localStore.set('a', 'new')
  expect([localStore.get('a'), stored.getItem('a')]).toEqual(['new', 'old'])
  vi.unstubAllGlobals()
  expect(localStore.set('a', 'newer')).toBe(true)
  expect([localStore.get('a'), localStorage.getItem('a')]).toEqual(['newer', 'newer'])
})

it('removes a value that the browser refuses to remove, for the tab', async () => {
  const { localStore } = await openTab()
  localStore.set('a', 'x')
  replaceMethods({ removeItem: refuse })
  localStore.remove('a')
  expect([stored.getItem('a'), localStore.get('a'), localStore.keys('a')]).toEqual(['x', null, []])
})

it('prefers what another tab has stored later', async () => {
  const { localStore } = await openTab()
  REFUSALS.full()
  localStore.set('a', 'mine')
  localStore.set('b', 'mine')
  vi.unstubAllGlobals()
  const seen: unknown[] = []
  const stop = localStore.onChange('a', ({ key }) => seen.push([key, localStore.get('a')]))
  localStorage.setItem('a', 'theirs')
  hearOf('a', localStorage)
  hearOf('b', localStorage)
  stop()
  hearOf('a', localStorage)
  expect(seen).toEqual([['a', 'theirs']])
})

it('ignores changes of the other storage', async () => {
  const { localStore, tabStore } = await openTab()
  REFUSALS.full()
  localStore.set('a', 'mine')
  vi.unstubAllGlobals()
  const seen: string[] = []
  const stops = [localStore.onChange('a', () => seen.push('local')), tabStore.onChange('a', () => seen.push('tab'))]
  hearOf('a', sessionStorage)
  expect([seen, localStore.get('a')]).toEqual([['tab'], 'mine'])
  hearOf('a', localStorage)
  expect([seen, localStore.get('a')]).toEqual([['tab', 'local'], null])
  for (const stop of stops) stop()
})
