import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { toasts } from '@portal/kit/testing/toaster'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { impact, row, show, workform } from '../testing/fixtures.tsx'
import { WorkformsPage } from './page.tsx'
import { readWorkformsSearch } from './search.ts'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
vi.mock('@portal/sdk', async (original) => ({
  ...(await original<typeof import('@portal/sdk')>()),
  RemoteSlot: ({ name }: { name: string }) => <p>slot {name}</p>,
}))

// Typing key by key is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

afterEach(resetScreen)

const page = (items = [row()], next: string | null = null): [number, unknown] => [200, { items, next }]
const none = () => undefined
const listed = (sent: readonly SentRequest[]) => sent.filter((s) => s.path === '/api/workforms' && s.method === 'GET')

test('lists the workforms with their names, dates and kinds', async () => {
  serve(() => page([row(), row({ id: uuid(2), name: 'Payroll setup', is_template: false, description: null })]))
  show(<WorkformsPage search={{}} onSearch={none} />)
  expect(screen.getByRole('status', { name: 'Loading workforms' })).toBeDefined()
  expect(await screen.findByText('New client intake')).toBeDefined()
  expect(screen.getAllByText('4 fields in 2 sections')).toHaveLength(2)
  expect(screen.getByText('Client form')).toBeDefined()
  expect(screen.getAllByRole('columnheader').map((th) => th.textContent)).toEqual(['Form Name', 'Created', 'Actions'])
})

test('offers to create the first workform when the list is empty', async () => {
  serve(() => page([]))
  show(<WorkformsPage search={{}} onSearch={none} />)
  expect(await screen.findByText('No forms found. Create your first form template!')).toBeDefined()
})

test('puts search and tab into the URL and sends them to the server', async () => {
  const sent = serve(() => page())
  const onSearch = vi.fn()
  const view = show(<WorkformsPage search={{}} onSearch={onSearch} />)
  await userEvent.type(screen.getByLabelText('Search forms...'), 'intake')
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'intake' }, { replace: true }))
  await userEvent.click(screen.getByRole('tab', { name: 'Client Forms' }))
  expect(onSearch).toHaveBeenLastCalledWith({ tab: 'client-forms' })
  view.rerender(<WorkformsPage search={{ q: 'intake', tab: 'templates' }} onSearch={onSearch} />)
  await waitFor(() => expect(listed(sent).at(-1)?.query).toEqual({ q: 'intake', tab: 'templates' }))
})

test('drops invalid search params', () => {
  expect(readWorkformsSearch({ q: 2024, tab: 'templates', other: 1 })).toEqual({ q: '2024', tab: 'templates' })
  expect(readWorkformsSearch({ q: '', tab: 'nonsense' })).toEqual({})
  expect(readWorkformsSearch({ tab: 'all' })).toEqual({})
})

test('loads the next page with its cursor', async () => {
  const sent = serve(({ query }) =>
    query['cursor'] ? page([row({ id: uuid(2), name: 'Second page' })]) : page([row()], 'key-2'),
  )
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Second page')).toBeDefined()
  expect(screen.getByText('New client intake')).toBeDefined()
  expect(listed(sent).at(-1)?.query['cursor']).toBe('key-2')
})

test('shows an error with a retry button when the list cannot be loaded', async () => {
  let broken = true
  serve(() => (broken ? problem(403, 'forbidden') : page()))
  show(<WorkformsPage search={{}} onSearch={none} />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(toasts.error).toHaveBeenCalledWith('Failed to load forms', expect.anything())
  broken = false
  await userEvent.click(retry)
  expect(await screen.findByText('New client intake')).toBeDefined()
})

test('asks for confirmation with the number of affected assignments before deleting', async () => {
  const sent = serve(({ method, path }) => {
    if (path.endsWith('/impact')) return [200, impact({ active_assignments: 3, clients: 4, locked_sections: 2 })]
    return method === 'DELETE' ? [200, { ok: true }] : page()
  })
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete New client intake' }))
  expect(
    screen.getByText(
      'Are you sure you want to delete "New client intake"? ' +
        'This action cannot be undone and will affect any active assignments.',
    ),
  ).toBeDefined()
  expect(await screen.findByText('This affects 3 active assignments.')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Form deleted successfully'))
  expect(sent.find((s) => s.method === 'DELETE')?.path).toBe(`/api/workforms/${row().id}`)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('says how much submitted work will be deleted, and links to its review', async () => {
  serve(({ path }) =>
    path.endsWith('/impact')
      ? [200, impact({ active_assignments: 3, waiting: { sections: 4, clients: 2, own: 3 }, begun_sections: 1 })]
      : page(),
  )
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete New client intake' }))
  expect(
    await screen.findByText(
      'The answers and files of 4 submitted sections from 2 clients will be deleted without review.',
    ),
  ).toBeDefined()
  expect(screen.getByText('The drafts and files of 1 section in progress will be deleted.')).toBeDefined()
  const review = screen.getByRole('link', { name: 'Review 3 submitted sections first' })
  expect(review.getAttribute('href')).toBe(`/form-submissions?workform=${row().id}&only=waiting`)
})

test('duplicates a workform on the server', async () => {
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === `/api/workforms/${row().id}/duplicate` ? [201, workform({ id: uuid(5) })] : page(),
  )
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate New client intake' }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Form template created successfully'))
  expect(sent.filter((s) => s.method === 'POST').map((s) => s.key)).toEqual([expect.any(String)])
})

test('opens the multi-assign dialog when Assign Workform is clicked', async () => {
  serve(() => page())
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(screen.getByRole('button', { name: 'Assign Workform' }))
  expect(screen.getByText('slot mf-clients/multi-assign')).toBeDefined()
})
