import type { FlagName } from '@portal/contract/flags'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setFlags, useFlag } from '@portal/sdk'

it('returns the default until the registry has a value, and re-renders when that changes', () => {
  const { result } = renderHook(() => useFlag('typing-indicators'))
  expect(result.current).toBe(true)
  act(() => setFlags({ 'typing-indicators': false }))
  expect(result.current).toBe(false)
  act(() => setFlags({}))
  expect(result.current).toBe(true)
})

it('returns false to an older build when the flag was removed', () => {
  const { result } = renderHook(() => useFlag('removed' as FlagName))
  expect(result.current).toBe(false)
})
