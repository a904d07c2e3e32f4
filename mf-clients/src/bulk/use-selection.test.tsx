import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

const people = ['Ann', 'Ben'].map((name) => ({ id: name, name, email: `${name}@example.com` }))

test('empties the selection when the list shows other clients', () => {
  const hook = renderHook(({ list }) => useSelection(people, list), { initialProps: { list: 'all' } })
  act(() => hook.result.current.select(1, true, false))
  expect(hook.result.current.clients.map((c) => c.name)).toEqual(['Ben'])
  hook.rerender({ list: 'all' })
  expect(hook.result.current.clients.length).toBe(1)
  hook.rerender({ list: 'overdue' })
  expect(hook.result.current.clients).toEqual([])
})
