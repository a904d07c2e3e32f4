import { holdUnsaved, openLayer } from '@portal/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { offerUpdates } from './updates.ts'

const { info } = vi.hoisted(() => ({ info: vi.fn() }))
vi.mock('@portal/sdk/toaster', () => ({ toaster: async () => ({ info }) }))

afterEach(() => vi.useRealTimers())

it('installs an update only when no dialog is open and nothing is unsaved', async () => {
  vi.useFakeTimers()
  const upgrade = vi.fn(async () => undefined)
  const entry = { name: 'mf-clients', version: '2' } as never
  offerUpdates({ check: async () => [{ entry, reload: false }], upgrade })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  const press = info.mock.calls[0]?.[1].action.onClick as () => void
  const saved = holdUnsaved({ discard: () => undefined })
  const close = openLayer({ close: () => undefined, inAddress: false })
  press()
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
