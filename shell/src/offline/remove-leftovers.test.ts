import { afterEach, expect, it, vi } from 'vitest'
import { MemoryCaches } from '../testing/memory-caches.ts'
import { removeLeftovers } from './remove-leftovers.ts'

const stored = vi.hoisted(() => ({ session: null as object | null }))
vi.mock('@portal/sdk', () => ({ storedSession: () => stored.session }))
afterEach(() => vi.unstubAllGlobals())

const OWN = ['portal.page', 'portal.files', 'portal.data.s1.c1']
const OTHERS = ['evil', 'portal.pages', 'portal', 'portal.database']

async function browserWith(names: readonly string[]): Promise<MemoryCaches> {
  const device = new MemoryCaches()
  for (const name of names) await device.open(name)
  vi.stubGlobal('caches', device)
  return device
}

it('deletes caches that the portal does not know, and files when nobody is signed in', async () => {
  stored.session = {}
  const device = await browserWith([...OWN, ...OTHERS])
  await removeLeftovers()
  expect(await device.keys()).toEqual(OWN)
  stored.session = null
  await removeLeftovers()
  expect(await device.keys()).toEqual(['portal.page', 'portal.data.s1.c1'])
})

it('unregisters all service workers except that of the portal', async () => {
  await browserWith([])
  const registered = (scope: string, script: string, state = 'active') => ({
    scope: location.origin + scope,
    [state]: { scriptURL: location.origin + script },
    unregister: vi.fn(async () => true),
  })
  const own = [registered('/', '/service-worker.js'), registered('/', '/service-worker.js', 'installing')]
  const others = [
    registered('/remotes/evil/1.0.0/', '/remotes/evil/1.0.0/sw.js'),
    registered('/', '/remotes/evil/1.0.0/sw.js', 'waiting'),
    registered('/clients', '/service-worker.js'),
    registered('/', '/service-worker.js?evil'),
  ]
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => [...own, ...others] } })
  await removeLeftovers()
  for (const each of own) expect(each.unregister).not.toHaveBeenCalled()
  for (const each of others) expect(each.unregister).toHaveBeenCalledOnce()
})

it('does nothing when the browser forbids storage', async () => {
  const forbidden = () => Promise.reject(new DOMException('forbidden', 'SecurityError'))
  vi.stubGlobal('caches', { keys: forbidden })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: forbidden } })
  await expect(removeLeftovers()).resolves.toBeUndefined()
  vi.stubGlobal('caches', undefined)
  vi.stubGlobal('navigator', {})
  await expect(removeLeftovers()).resolves.toBeUndefined()
})
