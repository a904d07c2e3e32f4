import { defineFlags, type FlagName } from '@portal/contract/flags'
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

it('gives flags of a remote names of their own, and their declared defaults', () => {
  const flags = defineFlags('mf-clients', {
    'typing-indicators': { description: 'Has the name of another flag.', default: true, expires: '2027-05-31' },
  })
  const { result } = renderHook(() => useFlag(flags['typing-indicators']))
  act(() => setFlags({ 'typing-indicators': false }))
  expect(result.current).toBe(true)
  act(() => setFlags({ 'mf-clients.typing-indicators': false }))
  expect(result.current).toBe(false)
  act(() => setFlags({}))
  expect(result.current).toBe(true)
})
