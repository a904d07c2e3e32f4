import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClientsSearch } from './search.ts'
import { useSearchAhead } from './search-ahead.ts'

afterEach(cleanup)

function show(search: ClientsSearch) {
  const navigated = Promise.withResolvers<void>()
  const go = vi.fn(() => navigated.promise)
  const { result, rerender } = renderHook((now: ClientsSearch) => useSearchAhead(now, go), { initialProps: search })
  return { go, result, rerender, finish: () => act(async () => navigated.resolve()) }
}

test('shows a change at once and then follows the URL', async () => {
  const { go, result, rerender, finish } = show({ q: 'jane' })
  act(() => result.current.onSearch({ sort: 'name' }))
  act(() => result.current.onSearch({ client: 'c1' }))
  expect(result.current.shown).toEqual({ q: 'jane', sort: 'name', client: 'c1' })
  expect(go).not.toHaveBeenCalled()
  await waitFor(() => expect(go).toHaveBeenCalledTimes(2))
  expect(go).toHaveBeenLastCalledWith({ client: 'c1' }, { replace: false })
  rerender({ q: 'jane', sort: 'name', client: 'c1' })
  await finish()
  rerender({ q: 'jane' })
  expect(result.current.shown).toEqual({ q: 'jane' })
})

test('waits for the URL when leaving may ask for confirmation', () => {
  const { go, result } = show({ create: true })
  act(() => result.current.onSearch({ create: undefined }, { replace: true }))
  expect(go).toHaveBeenCalledWith({ create: undefined }, { replace: true })
  expect(result.current.shown).toEqual({ create: true })
})
