import type { RemoteEntry } from '@portal/contract/remotes'
import type { PortalSignal } from '@portal/contract/events'
import { holdUnsaved, openLayer } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Offer } from './federation/remote-routes.tsx'
import { KEPT_ATTRIBUTE } from './offline/messages.ts'
import { followRegistry } from './updates.ts'

const { toast, signals } = vi.hoisted(() => ({
  toast: { info: vi.fn(), dismiss: vi.fn() },
  signals: new Set<(signal: PortalSignal) => void>(),
}))
vi.mock('@portal/sdk/toaster', () => ({ toaster: async () => toast }))
vi.mock('@portal/sdk', async (original) => ({
  ...(await original<object>()),
  onSignal: (handler: (signal: PortalSignal) => void) => signals.add(handler),
}))

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  toast.info.mockClear()
  toast.dismiss.mockClear()
  signals.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const NAME = 'mf-clients'
const entryOf = (version: string): Partial<RemoteEntry> => ({
  name: NAME,
  version,
  routes: ['/clients'],
  nav: { label: 'Clients', icon: 'users', order: 1 },
})
const offerOf = (version: string, more: Partial<Offer> = {}): Offer => ({
  entry: entryOf(version) as RemoteEntry,
  reload: false,
  ...more,
})

/** Follows a registry that a test can switch. `offers` are those of the next check. */
function follow(offers: Offer[]) {
  const registry = { offers }
  const check = vi.fn(async () => registry.offers)
  const upgrade = vi.fn(async (_entry: RemoteEntry, idle: () => Promise<void>) => idle())
  followRegistry({ check, upgrade })
  /** Changes the registry and signals it. */
  const switchTo = async (next: Offer[]): Promise<void> => {
    registry.offers = next
    for (const handler of signals) handler({ type: 'remotes', within_ms: 1000 })
    await vi.advanceTimersByTimeAsync(1000)
  }
  return { registry, check, upgrade, switchTo }
}

/** Offers that were shown, without other messages. */
const shown = () => toast.info.mock.calls.filter(([, { action }]) => action).map(([title]) => title as string)
/** Presses the action of the last offer. */
const press = async (): Promise<void> => {
  const { action } = toast.info.mock.calls.filter(([, given]) => given.action).at(-1)?.[1] ?? {}
  ;(action as { onClick: () => void }).onClick()
  await vi.advanceTimersByTimeAsync(1)
}

it('reads the registry once within the time of the signals, and offers the live version', async () => {
  const { check, switchTo } = follow([])
  expect(check).not.toHaveBeenCalled()
  for (const handler of signals) handler({ type: 'remotes', within_ms: 1000 })
  await switchTo([offerOf('2.0.0')])
  expect(check).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual(['A new version of Clients is available'])
})

it('offers to load the page again when there is a new version of the shell', async () => {
  const { switchTo, upgrade } = follow([])
  await switchTo([{ entry: { name: 'shell', version: '2.0.0', nav: { label: 'the portal' } }, reload: true }])
  expect(shown()).toEqual(['A new version of the portal is available'])
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await press()
  expect([reload.mock.calls.length, upgrade.mock.calls.length]).toEqual([1, 0])
})

it('reads the registry at once when the page was opened from the cache', async () => {
  document.documentElement.setAttribute(KEPT_ATTRIBUTE, '')
  const { check } = follow([])
  document.documentElement.removeAttribute(KEPT_ATTRIBUTE)
  await vi.advanceTimersByTimeAsync(0)
  expect(check).toHaveBeenCalledTimes(1)
})

it('reads the registry again soon when a read has failed, less often each time', async () => {
  const { check, switchTo } = follow([])
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  check.mockRejectedValue(new Error('The portal is busy.'))
  await switchTo([])
  const reads: number[] = []
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(10_000)
    reads.push(check.mock.calls.length)
  }
  expect(reads).toEqual([2, 2, 3, 3])
  check.mockResolvedValue([offerOf('2.0.0')])
  // A signal counts at once, whatever the tab waits for.
  for (const handler of signals) handler({ type: 'remotes', within_ms: 1000 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toEqual(['A new version of Clients is available'])
})

it('offers the live version at the next check when a read has failed without a connection', async () => {
  const { check, switchTo } = follow([])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(60_000)
  check.mockRejectedValueOnce(new Error('no connection'))
  await switchTo([offerOf('2.0.0')])
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(shown()).toEqual(['A new version of Clients is available'])
})

it('installs an update only when no dialog is open and nothing is unsaved', async () => {
  const { upgrade } = follow([offerOf('2.0.0')])
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  const saved = holdUnsaved({ discard: () => undefined })
  const close = openLayer({ close: () => undefined, inAddress: false })
  await press()
  close()
  // Another dialog may open right after one closes.
  const closeNext = openLayer({ close: () => undefined, inAddress: false })
  saved()
  await vi.advanceTimersByTimeAsync(1)
  expect(upgrade).not.toHaveBeenCalled()
  closeNext()
  await vi.advanceTimersByTimeAsync(1)
  expect(upgrade).toHaveBeenCalledTimes(1)
})

it('waits for a dialog that was opened while the update was loading', async () => {
  const { upgrade } = follow([offerOf('2.0.0')])
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  const installed = vi.fn()
  const open = { close: () => undefined as void }
  upgrade.mockImplementation(async (_entry, idle) => {
    open.close = openLayer({ close: () => undefined, inAddress: false })
    await idle()
    installed()
  })
  await press()
  expect(installed).not.toHaveBeenCalled()
  open.close()
  await vi.advanceTimersByTimeAsync(1)
  expect(installed).toHaveBeenCalledTimes(1)
})

it('installs the version that is live now when the offered one was replaced or rolled back', async () => {
  const { registry, upgrade, switchTo } = follow([])
  await switchTo([offerOf('2.0.0')])
  registry.offers = [offerOf('3.0.0')]
  await press()
  expect(upgrade.mock.calls.map(([entry]) => entry.version)).toEqual(['3.0.0'])
  registry.offers = []
  await press()
  expect(upgrade).toHaveBeenCalledTimes(1)
})

it('removes an offer when it was rolled back, and shows it again when it is published again', async () => {
  const { switchTo } = follow([])
  await switchTo([offerOf('2.0.0')])
  await switchTo([offerOf('2.0.0')])
  expect(shown()).toHaveLength(1)
  await switchTo([])
  expect(toast.dismiss.mock.calls).toEqual([[NAME]])
  await switchTo([offerOf('2.0.0')])
  expect(shown()).toHaveLength(2)
})

it('offers the live version to a tab that runs a rolled-back one, also if it ran that before', async () => {
  const { switchTo } = follow([])
  await switchTo([offerOf('2.0.0')])
  // The tab has installed 2.0.0, which is then rolled back, and published again.
  await switchTo([offerOf('1.0.0')])
  await switchTo([offerOf('2.0.0')])
  expect(shown()).toHaveLength(3)
})

it('reloads once when a version must be left, as soon as nothing is unsaved', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const { switchTo } = follow([])
  const saved = holdUnsaved({ discard: () => undefined })
  const broken = offerOf('1.0.0', { leave: '2.0.0' })
  await switchTo([broken])
  await switchTo([broken])
  expect(reload).not.toHaveBeenCalled()
  expect(shown()).toEqual([])
  // An open dialog without changes does not delay it.
  const close = openLayer({ close: () => undefined, inAddress: false })
  saved()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
  // The page has the same version again, which must not make it reload forever.
  close()
  await switchTo([broken])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(shown()).toHaveLength(1)
})
