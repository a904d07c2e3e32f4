import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { lastAction, toasts } from '@portal/kit/testing/toaster'
import { screen, waitFor, within } from '@testing-library/react'
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

afterEach(resetScreen)

const page = (items = [row()], next: string | null = null): [number, unknown] => [200, { items, next }]
const none = () => undefined
/** Dialogs are loaded on demand. */
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

test('opens a preview with statistics from a row, and assigns from there', async () => {
  const statistics = {
    assigned: 12,
    completed: 5,
    median_days: 6.2,
    sent_back: [
      { section: 'Bank', times: 3, own: 2 },
      { section: 'Payroll', times: 1, own: 0 },
    ],
    corrected: [{ field_id: 'iban', question: 'IBAN', section: 'Bank', times: 2, own: 2 }],
  }
  const sent = serve(({ path }) => {
    if (path.endsWith('/statistics')) return [200, statistics]
    return path === '/api/workforms' ? page() : [200, workform()]
  })
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByText('4 fields in 2 sections'))
  expect(await screen.findByText('Tax number')).toBeDefined()
  expect(
    await screen.findByText('Assigned to 12 clients. Completed by 5, usually within 6 days (median).'),
  ).toBeDefined()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Bank', `/form-submissions?only=sent_back&section=Bank&workform=${row().id}`],
    ['IBAN', `/form-submissions?only=corrected&question=iban&workform=${row().id}`],
  ])
  expect(screen.getByText('Sections most often sent back').closest('div')?.textContent).toContain(
    'Bank, 3 times (once by colleagues)',
  )
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(screen.queryByText('Tax number')).toBeNull()
  screen.getByRole('button', { name: 'New client intake' }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Assign' }))
  expect(screen.getByText('slot mf-clients/multi-assign')).toBeDefined()
  // Statistics are only computed for an open preview.
  expect(sent.filter((s) => s.path.endsWith('/statistics')).length).toBeLessThanOrEqual(2)
})

test('assigns a workform from its row', async () => {
  const sent = serve(() => page())
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Assign New client intake' }))
  expect(screen.getByText('slot mf-clients/multi-assign')).toBeDefined()
  expect(sent.some((s) => s.path.endsWith('/statistics'))).toBe(false)
})

test('opens the multi-assign dialog when Assign Workform is clicked', async () => {
  serve(() => page())
  show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(screen.getByRole('button', { name: 'Assign Workform' }))
  expect(screen.getByText('slot mf-clients/multi-assign')).toBeDefined()
})

test('archives a workform, undoes it, and restores archived ones in their tab', async () => {
  const sent = serve(({ method }) => (method === 'PUT' ? [200, { ok: true }] : page()))
  const changes = () => sent.filter((s) => s.method === 'PUT').map((s) => [s.path, s.body])
  const view = show(<WorkformsPage search={{}} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Archive New client intake' }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('"New client intake" archived'))
  lastAction.current?.onClick()
  lastAction.current?.onClick()
  await waitFor(() => expect(toasts.info).toHaveBeenCalledWith('Undone'))
  const path = `/api/workforms/${row().id}/archived`
  expect(changes()).toEqual([
    [path, { archived: true }],
    [path, { archived: false }],
  ])
  view.rerender(<WorkformsPage search={{ tab: 'archived' }} onSearch={none} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Restore New client intake' }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('"New client intake" restored'))
  expect(screen.queryByRole('button', { name: 'Assign New client intake' })).toBeNull()
  expect(changes()[2]).toEqual([path, { archived: false }])
})

test('opens dialogs from the address, and closes them there', async () => {
  serve(({ path }) => {
    if (path.endsWith('/statistics')) return problem(404, 'not_found')
    return path === '/api/workforms' ? page() : [200, workform()]
  })
  const onSearch = vi.fn()
  const view = show(<WorkformsPage search={{ workform: row().id }} onSearch={onSearch} />)
  const preview = await screen.findByRole('dialog', { name: 'Preview' })
  await userEvent.click(within(preview).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  const noDialog = { workform: undefined, action: undefined, create: undefined, assign: undefined }
  expect(onSearch).toHaveBeenLastCalledWith(noDialog, { replace: true })
  await userEvent.click(within(preview).getByRole('button', { name: 'Assign' }))
  expect(onSearch).toHaveBeenLastCalledWith({ workform: row().id, action: 'assign' }, { replace: true })
  view.rerender(<WorkformsPage search={{ workform: row().id, action: 'assign' }} onSearch={onSearch} />)
  expect(screen.getByText('slot mf-clients/multi-assign')).toBeDefined()
  view.rerender(<WorkformsPage search={{ create: true }} onSearch={onSearch} />)
  expect(await screen.findByRole('dialog')).toBeDefined()
})

test('reads which dialog is open, and an action only with its workform', () => {
  const id = row().id
  expect(readWorkformsSearch({ workform: id, action: 'edit' })).toEqual({ workform: id, action: 'edit' })
  expect(readWorkformsSearch({ workform: 'cut', action: 'edit', create: true, assign: 1 })).toEqual({ create: true })
})
