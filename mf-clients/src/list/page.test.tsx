import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import type { EventType, PortalEvent } from '@portal/contract/events'
import { queryClient, setSingleKeys } from '@portal/sdk'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshClient, restartLists } from '../queries/live.ts'
import { client, inDays, resetScreen, show } from '../testing/show.tsx'
import { ClientsPage } from './page.tsx'
import type { ClientsSearch } from './search.ts'

type Heard = Pick<PortalEvent, 'ids'>
/** What the parts of the page listen to. */
const listeners = vi.hoisted(() => new Set<{ types: EventType[]; handler: (event: Heard) => void }>())
vi.mock('@portal/sdk', async (original) => {
  const { useEffect } = await import('react')
  const useRealtime = (types: EventType[], handler: (event: Heard) => void) =>
    useEffect(() => {
      const listener = { types, handler }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    })
  return { ...(await original<typeof import('@portal/sdk')>()), useRealtime }
})
const receive = (type: EventType, event: Heard): void => {
  for (const { types, handler } of listeners) if (types.includes(type)) handler(event)
}

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const user = userEvent.setup()
/** Dialogs are loaded on demand. */
const jane = client()
const omar = client({ id: uuid(21), name: 'Omar Haddad', email: 'omar@haddad.example', company: null, status: 'new' })
const BASE: Answers = {
  'GET /api/clients': [200, { items: [jane, omar], next: null }],
  'GET /api/clients/counts': [200, { total: 12345, new: 3, onboarding: 4, active: 5, inactive: 6, tags: ['VIP'] }],
  [`GET /api/clients/${jane.id}`]: [200, jane],
}

function open(search: ClientsSearch = {}, answers: Answers = {}) {
  const sent = serve({ ...BASE, ...answers })
  const onSearch = vi.fn()
  show(<ClientsPage search={search} onSearch={onSearch} />)
  return { sent, onSearch, lists: () => sent.filter((s) => s.path === '/api/clients') }
}

test('shows counts, columns and rows', async () => {
  open()
  const rows = await screen.findAllByRole('row')
  expect(
    within(rows[0] ?? document.body)
      .getAllByRole('columnheader')
      .map((h) => h.textContent),
  ).toEqual(['Name', 'Email', 'Company', 'Progress', 'Next due', 'Created', 'Actions'])
  expect(rows[1]?.textContent).toContain('Jane Miller')
  expect(rows[1]?.textContent).toContain('Bluebird Bakery')
  expect(await screen.findByText('12,345')).toBeDefined()
})

test('says how many clients a search or a view finds', async () => {
  open()
  await screen.findByText('Jane Miller')
  expect(screen.queryByText('2 clients')).toBeNull()
  resetScreen()
  open({ q: 'blue' })
  expect(await screen.findByText('2 clients')).toBeDefined()
  resetScreen()
  const more: Answers = { 'GET /api/clients': [200, { items: [jane, omar], next: 'more' }] }
  open({ q: 'blue' }, more)
  expect(await screen.findByText(/^More than \d clients$/)).toBeDefined()
  resetScreen()
  const { sent } = open(
    { show: 'overdue', status: 'active' },
    {
      ...more,
      'GET /api/clients/found': { found: 230 },
    },
  )
  expect(await screen.findByText('230 clients')).toBeDefined()
  expect(sent.filter((s) => s.path === '/api/clients/found').map((s) => s.query)).toContainEqual({
    show: 'overdue',
    status: 'active',
  })
})

test('presses no badge while archived clients are shown, and leaves them by a badge', async () => {
  const { onSearch } = open({ show: 'archived' })
  await screen.findByText('Jane Miller')
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Total/ }))
  expect(onSearch).toHaveBeenLastCalledWith({ status: undefined, show: undefined })
})

test('sends search, filter and order from the URL to the server', async () => {
  const { lists } = open({ q: 'blue', status: 'active', sort: 'name' })
  await screen.findByText('Jane Miller')
  expect(lists()[0]?.query).toEqual({ limit: '100', q: 'blue', status: 'active', sort: 'name' })
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
})

test('changes the URL when the list is searched, filtered or sorted', async () => {
  const { onSearch } = open()
  await screen.findByText('Jane Miller')
  await user.type(screen.getByLabelText('Search clients...'), 'ja{Enter}')
  expect(onSearch).toHaveBeenLastCalledWith({ q: 'ja' }, { replace: true })
  await user.selectOptions(screen.getByLabelText('Filter'), 'Onboarding')
  expect(onSearch).toHaveBeenLastCalledWith({ status: 'onboarding' })
  const name = screen.getByRole('columnheader', { name: 'Name' })
  await user.click(within(name).getByRole('button'))
  expect(onSearch).toHaveBeenLastCalledWith({ sort: 'name' })
  await user.click(screen.getByRole('button', { name: 'Created' }))
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ sort: 'created' }))
})

test('filters by the count badges, by what needs attention and by tag, and sorts by due date', async () => {
  const { onSearch } = open({ status: 'new' })
  await screen.findByText('Jane Miller')
  const badge = (name: string) => screen.findByRole('button', { name })
  expect((await badge('New 3')).getAttribute('aria-pressed')).toBe('true')
  expect((await badge('Total 12,345')).getAttribute('aria-pressed')).toBe('false')
  await user.click(await badge('Active 5'))
  expect(onSearch).toHaveBeenLastCalledWith({ status: 'active' })
  await user.click(await badge('New 3'))
  expect(onSearch).toHaveBeenLastCalledWith({ status: undefined })
  await user.selectOptions(screen.getByLabelText('Show'), 'Overdue')
  expect(onSearch).toHaveBeenLastCalledWith({ show: 'overdue' })
  await user.selectOptions(screen.getByLabelText('Tag'), 'VIP')
  expect(onSearch).toHaveBeenLastCalledWith({ tag: 'VIP' })
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Recently active')
  expect(onSearch).toHaveBeenLastCalledWith({ sort: '-activity' })
  await user.click(screen.getByRole('button', { name: 'Next due' }))
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ sort: 'due' }))
})

test('shows progress, due date, activity, whose turn it is, and tags', async () => {
  const late = client({
    sections: 8,
    sections_done: 2,
    sections_waiting: 1,
    next_due: inDays(-2),
    tags: ['A', 'B', 'C'],
  })
  const fresh = client({ id: uuid(22), name: 'Fresh', password_set: false })
  open({}, { 'GET /api/clients': [200, { items: [late, fresh], next: null }] })
  const rows = await screen.findAllByRole('row')
  for (const text of ['3/8', '2 days late', 'Your turn', 'Not active yet', 'A', 'B', '+1'])
    expect(rows[1]?.textContent).toContain(text)
  expect(screen.getByText('2 days late').className).toContain('text-error')
  for (const text of ['No workforms', 'Not signed up']) expect(rows[2]?.textContent).toContain(text)
})

test('offers to clear the filters when no client matches', async () => {
  const { onSearch } = open({ q: 'zzz' }, { 'GET /api/clients': [200, { items: [], next: null }] })
  expect(await screen.findByText('No clients found matching your criteria')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onSearch).toHaveBeenCalledWith({ q: undefined, status: undefined, show: undefined, tag: undefined })
})

test('shows an error with a retry button when the list cannot be loaded', async () => {
  let tries = 0
  open(
    {},
    {
      'GET /api/clients': () =>
        tries++ === 0 ? problem(403, 'forbidden', 'Access Denied', 'No.') : [200, { items: [jane], next: null }],
    },
  )
  expect(await screen.findByText('Failed to load clients')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Jane Miller')).toBeDefined()
})

test('opens the details when a row is clicked, but not when its buttons are', async () => {
  const { onSearch } = open()
  await user.click(await screen.findByText('Bluebird Bakery'))
  expect(onSearch.mock.calls).toEqual([[{ client: jane.id }]])
  onSearch.mockClear()
  await user.click(screen.getByRole('button', { name: 'Edit Jane Miller' }))
  expect(onSearch).not.toHaveBeenCalled()
  expect(await screen.findByText('Update client information')).toBeDefined()
})

test('folds company and date below the name and hides the actions when the screen is small', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: 360 })
  try {
    const { onSearch } = open({ sort: '-name' })
    const row = (await screen.findByText('Jane Miller')).closest('td')
    expect(row?.textContent).toContain('Bluebird Bakery')
    expect(row?.textContent).toContain('Jan 5, 2026')
    expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['Name', 'Email'])
    expect(screen.queryByRole('button', { name: 'Edit Jane Miller' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ sort: undefined }))
  } finally {
    happyDOM.setViewport({ width: 1024 })
  }
})

test('asks for confirmation with the name before a client is deleted', async () => {
  const { sent } = open({}, { [`DELETE /api/clients/${jane.id}`]: [200, { ok: true }] })
  await user.click(await screen.findByRole('button', { name: 'Delete Jane Miller' }))
  expect(screen.getByText('Are you sure you want to delete "Jane Miller"? This action cannot be undone.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent.some((s) => s.method === 'DELETE')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Delete Jane Miller' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Client "Jane Miller" deleted successfully')).toBeDefined()
})

test('shows the refusal when a client with assignments is to be deleted', async () => {
  const detail = 'Cannot delete client with existing workform assignments. Please remove assignments first.'
  open({}, { [`DELETE /api/clients/${jane.id}`]: problem(409, 'cannot_delete_client', 'Cannot Delete', detail) })
  await user.click(await screen.findByRole('button', { name: 'Delete Jane Miller' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Cannot Delete')).toBeDefined()
  expect(screen.getByText(detail)).toBeDefined()
})

test('refetches only the row when a client in a long list has changed', async () => {
  const page = (n: number) => ({
    items: [client({ id: uuid(100 + n), name: `Client ${n}` })],
    next: n < 8 ? `key-${n + 1}` : null,
  })
  const { lists, sent } = open(
    {},
    {
      'GET /api/clients': ({ query }) => [200, page(Number(query['cursor']?.slice(4) ?? 0))],
      [`GET /api/clients/${uuid(103)}`]: [200, client({ id: uuid(103), name: 'Client 3, renamed' })],
      [`GET /api/clients/${uuid(104)}`]: problem(404, 'not_found', 'Not found', 'Gone.'),
    },
  )
  await waitFor(() => expect(lists().length).toBe(9))
  await screen.findByText('Client 8')
  await refreshClient(queryClient, uuid(103))
  expect(await screen.findByText('Client 3, renamed')).toBeDefined()
  await refreshClient(queryClient, uuid(104))
  await waitFor(() => expect(screen.queryByText('Client 4')).toBeNull())
  expect(lists().length).toBe(9)
  expect(sent.filter((s) => s.path.startsWith('/api/clients/0')).length).toBe(2)
  await restartLists(queryClient)
  expect(lists()[9]?.query['cursor']).toBeUndefined()
})

test('updates the row and the open details when the client is changed in another tab', async () => {
  let now = jane
  open(
    { client: jane.id },
    {
      'GET /api/clients': () => [200, { items: [now], next: null }],
      [`GET /api/clients/${jane.id}`]: () => [200, now],
    },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Jane Miller' }))
  expect(await dialog.findByText('Bluebird Bakery')).toBeDefined()
  now = client({ company: 'Bluebird Cafe' })
  act(() => receive('client.changed', { ids: { client_id: jane.id } }))
  expect(await dialog.findByText('Bluebird Cafe')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Bluebird Bakery')).toBeNull())
})

const active = () => document.activeElement as HTMLElement | null

test('focuses the search on slash, and the list on arrow down', async () => {
  open()
  await screen.findByText('Jane Miller')
  const search = screen.getByLabelText('Search clients...')
  expect(search.getAttribute('aria-keyshortcuts')).toBe('/')
  await user.keyboard('/')
  expect(active()).toBe(search)
  // In the search box, slash is a normal character.
  await user.keyboard('/')
  expect((search as HTMLInputElement).value).toBe('/')
  await user.keyboard('{ArrowDown}')
  expect(active()?.textContent).toBe('Jane Miller')
})

test('has one tab stop and moves with arrows, Home, End, Page Up and Page Down; Enter opens', async () => {
  const many = Array.from({ length: 60 }, (_, i) => client({ id: uuid(100 + i), name: `Client ${i}` }))
  const { onSearch } = open({}, { 'GET /api/clients': [200, { items: many, next: null }] })
  const grid = await screen.findByRole('grid', { name: 'Clients' })
  const stops = () => [...grid.querySelectorAll<HTMLElement>('tbody [data-stop]')].filter((e) => e.tabIndex === 0)
  expect(stops().map((e) => e.textContent)).toEqual(['Client 0'])
  act(() => stops()[0]?.focus())
  const pressKeys = async (keys: string) => {
    await user.keyboard(keys)
    return active()?.closest('tr')?.getAttribute('aria-rowindex')
  }
  expect(await pressKeys('{ArrowUp}')).toBe('2')
  expect(await pressKeys('{ArrowDown}{ArrowDown}')).toBe('4')
  expect(await pressKeys('{End}')).toBe('61')
  expect(active()?.textContent).toBe('Client 59')
  expect(await pressKeys('{PageUp}')).not.toBe('61')
  expect(await pressKeys('{Home}')).toBe('2')
  expect(await pressKeys('{PageDown}')).not.toBe('2')
  await pressKeys('{Home}{ArrowRight}')
  expect(active()?.tagName).toBe('TD')
  await pressKeys('{Enter}')
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ client: uuid(100) }))
  await pressKeys('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(active()?.getAttribute('aria-label')).toBe('Edit Client 0')
  await pressKeys('{ArrowDown}')
  expect(active()?.getAttribute('aria-label')).toBe('Edit Client 1')
  expect(stops()).toEqual([active()])
  await pressKeys('{Enter}')
  expect(await screen.findByText('Update client information')).toBeDefined()
  // While a dialog is open, slash does nothing.
  const field = active()
  await user.keyboard('{Tab}/')
  expect(field?.closest('dialog')?.contains(active())).toBe(true)
})

test('moves the focus to the next row when the focused row is removed', async () => {
  let gone = false
  open({}, { 'GET /api/clients': () => [200, { items: gone ? [omar] : [jane, omar], next: null }] })
  const name = await screen.findByRole('button', { name: 'Jane Miller' })
  act(() => name.focus())
  gone = true
  await restartLists(queryClient)
  await waitFor(() => expect(screen.queryByText('Jane Miller')).toBeNull())
  expect(active()?.textContent).toBe('Omar Haddad')
})

test('ignores slash when single-key shortcuts are turned off', async () => {
  open()
  await screen.findByText('Jane Miller')
  act(() => setSingleKeys(false))
  try {
    await user.keyboard('/')
    expect(active()).not.toBe(screen.getByLabelText('Search clients...'))
    expect(screen.getByLabelText('Search clients...').getAttribute('aria-keyshortcuts')).toBeNull()
  } finally {
    localStorage.clear()
  }
})

/** Happy-dom would leave the page for the file. */
const stayOnPage = () => vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()

test('exports the clients that are listed', async () => {
  const pressed = stayOnPage()
  const { sent } = open({ q: 'blue', status: 'active', sort: 'name' }, { 'GET /api/clients/export': [200, 'Name'] })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Clients exported')).toBeDefined()
  expect(sent.find((s) => s.path === '/api/clients/export')?.query).toEqual({
    q: 'blue',
    status: 'active',
    sort: 'name',
  })
  const links = pressed.mock.contexts as HTMLAnchorElement[]
  expect(links.map(({ download }) => download)).toEqual([expect.stringMatching(/^clients-\d{4}-\d\d-\d\d\.csv$/)])
})

test('shows an error when the export fails', async () => {
  open(
    {},
    { 'GET /api/clients/export': problem(503, 'busy', 'Busy', 'The portal is busy. Please try again in a moment.') },
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Failed to export clients')).toBeDefined()
})

test('opens the import from the address, and closes it there', async () => {
  const { onSearch } = open({ import: true })
  expect(await screen.findByRole('dialog', { name: 'Import Clients' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onSearch).toHaveBeenLastCalledWith({ import: undefined }, { replace: true })
})
