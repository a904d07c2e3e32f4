import { type Answers, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetScreen } from '../testing/show.tsx'
import { type Selected, useDropLeavers, useSelection } from './use-selection.ts'

afterEach(resetScreen)

const people = ['Ann', 'Ben', 'Cem'].map((name, i) => ({ id: uuid(i), name, email: `${name}@example.com` }))
const [ann, ben, cem] = people as [Selected, Selected, Selected]

interface Shown {
  rows: Selected[] | undefined
  isComplete?: boolean
}

/** Renders the selection of a list that shows clients. */
function selecting(first: Shown, answers: Answers = {}) {
  const sent = serve(answers)
  const hook = renderHook(
    ({ rows, isComplete = false }: Shown) => {
      const selection = useSelection(rows ?? [], 'all')
      useDropLeavers(selection, rows, { filter: { status: 'new' }, isComplete })
      return selection
    },
    {
      initialProps: first,
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    },
  )
  return { hook, sent, names: () => hook.result.current.clients.map((c) => c.name) }
}

test('empties the selection when the list shows other clients', () => {
  const hook = renderHook(({ list }) => useSelection(people, list), { initialProps: { list: 'all' } })
  act(() => hook.result.current.select(1, true, false))
  expect(hook.result.current.clients.map((c) => c.name)).toEqual(['Ben'])
  hook.rerender({ list: 'all' })
  expect(hook.result.current.clients.length).toBe(1)
  hook.rerender({ list: 'overdue' })
  expect(hook.result.current.clients).toEqual([])
})

test('deselects clients who leave a list that is loaded as a whole', () => {
  const { hook, sent, names } = selecting({ rows: people, isComplete: true })
  act(() => hook.result.current.replace(people))
  hook.rerender({ rows: undefined, isComplete: true })
  expect(names()).toEqual(['Ann', 'Ben', 'Cem'])
  hook.rerender({ rows: [ann, cem], isComplete: true })
  expect(names()).toEqual(['Ann', 'Cem'])
  expect(sent).toEqual([])
})

test('keeps clients who are only not loaded', async () => {
  const { hook, sent, names } = selecting(
    { rows: [ann, ben] },
    { 'GET /api/clients/selection': { items: [ann, cem], more: false } },
  )
  act(() => hook.result.current.replace(people))
  hook.rerender({ rows: [ann, ben] })
  expect(sent).toEqual([])
  // Reordered or refreshed: the server says that Ben has left.
  hook.rerender({ rows: [cem] })
  await waitFor(() => expect(names()).toEqual(['Ann', 'Cem']))
  expect(sent.map((s) => s.query)).toEqual([{ status: 'new' }])
})
