import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClientsSearch } from './search.ts'
import { useSearchAhead } from './search-ahead.ts'

afterEach(cleanup)

function show(search: ClientsSearch) {
  const landed = Promise.withResolvers<void>()
  const go = vi.fn(() => landed.promise)
  const { result, rerender } = renderHook((now: ClientsSearch) => useSearchAhead(now, go), { initialProps: search })
  return { go, result, rerender, land: () => act(async () => landed.resolve()) }
}

test('what was pressed shows at once; the address follows, and then decides', async () => {
  const { go, result, rerender, land } = show({ q: 'jane' })
  act(() => result.current.onSearch({ sort: 'name' }))
  act(() => result.current.onSearch({ client: 'c1' }))
  expect(result.current.shown).toEqual({ q: 'jane', sort: 'name', client: 'c1' })
  expect(go).not.toHaveBeenCalled()
  await waitFor(() => expect(go).toHaveBeenCalledTimes(2))
  expect(go).toHaveBeenLastCalledWith({ client: 'c1' }, { replace: false })
  rerender({ q: 'jane', sort: 'name', client: 'c1' })
  await land()
  rerender({ q: 'jane' })
  expect(result.current.shown).toEqual({ q: 'jane' })
})

test('what somebody may be asked about waits for the address', () => {
  const { go, result } = show({ create: true })
  act(() => result.current.onSearch({ create: undefined }, { replace: true }))
  expect(go).toHaveBeenCalledWith({ create: undefined }, { replace: true })
  expect(result.current.shown).toEqual({ create: true })
})
