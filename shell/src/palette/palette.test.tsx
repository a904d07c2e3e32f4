import { type RemoteEntry } from '@portal/contract/remotes'
import type { SearchResults } from '@portal/contract/search'
import { problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { holdUnsaved, openLayer, signOut } from '@portal/sdk'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeShell, openShell, stubMediaQueries } from '../testing.tsx'

beforeEach(() => stubMediaQueries())
afterEach(() => {
  closeShell()
  localStorage.clear()
})

const REMOTE: RemoteEntry = {
  name: 'mf-stats',
  version: '1.0.0',
  entry: '',
  routes: ['/stats'],
  role: 'bookkeeper',
  nav: null,
  contract: '1.0.0',
  sdk: '1.0.0',
  pages: [{ path: '/stats', label: 'Statistics' }],
  commands: [
    { label: 'New report', path: '/profile/audit?by=you', words: 'figures' },
    { label: 'Notes', path: '/profile/audit?client={client}&by=you', for: 'client' },
    { label: 'Open client', path: '/profile/audit?client={client}', for: 'client', opens: true },
    { label: 'Clients with “{text}”', path: '/chat?client={text}', for: 'text' },
  ],
}
const CLIENT: RemoteEntry = { ...REMOTE, name: 'mf-portal', role: 'client', pages: [{ path: '/x', label: 'Secret' }] }
const REFUSED: RemoteEntry = { ...REMOTE, name: 'mf-old', refused: 'Too old', pages: [{ path: '/y', label: 'Old' }] }

const ana = {
  id: uuid(1),
  name: 'Ana Rivera',
  email: 'ana@rivera.example',
  company: 'Rivera Ltd',
  status: 'new',
} as const
const omar = { ...ana, id: uuid(2), name: 'Omar Haddad', email: 'omar@haddad.example', company: null }
const results = (...clients: SearchResults['clients']['items']): SearchResults => ({
  clients: { items: clients, more: false },
  workforms: { items: [], more: false },
  submissions: { items: [], more: false },
})

type Search = (query: Record<string, string>) => object | Promise<object>
async function open(search: Search = () => results(), path = '/profile') {
  const sent = serve({ 'GET /api/search': ({ query }: SentRequest) => search(query) })
  const shell = await openShell(path, 'bookkeeper', [REMOTE, CLIENT, REFUSED])
  await screen.findByRole('button', { name: 'Search…' })
  return { shell, asked: () => sent.filter((s) => s.path === '/api/search').map((s) => s.query['q'] ?? s.query['ids']) }
}
const press = (keys: string) => userEvent.keyboard(keys)
const openPalette = async () => {
  await press('{Control>}k{/Control}')
  return within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('combobox')
}
/** Presses Escape: happy-dom does not cancel dialogs. */
const escape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
const options = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('option')
    .map((o) => o.textContent)
const selected = () => screen.getByRole('option', { selected: true }).textContent
const groups = () =>
  screen.getAllByRole('group').map((group) => {
    const title = document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent
    return [title, within(group).getAllByRole('option').length] as const
  })

it('offers the commands and pages of the shell and of live remotes for bookkeepers', async () => {
  const { shell } = await open()
  await openPalette()
  expect(groups()).toEqual([
    ['Commands', 2],
    ['Go to', 8],
  ])
  expect(options()).toEqual([
    'New report',
    'Sign out',
    'Dashboard',
    'Statistics',
    'Notifications',
    'Chat',
    'Profile',
    'Webhooks',
    'Deliveries',
    'Audit log',
  ])
  await press('{End}')
  expect(selected()).toBe('Audit log')
  await press('{ArrowDown}')
  expect(selected()).toBe('New report')
  await press('{Enter}')
  await waitFor(() => expect(shell.path()).toBe('/profile/audit?by=you'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('finds pages by the beginnings of their words, and commands by other words', async () => {
  await open()
  const field = await openPalette()
  await userEvent.type(field, 'log')
  expect(options()).toEqual(['Audit log'])
  await userEvent.clear(field)
  await userEvent.type(field, 'FIGÚ')
  expect(options()).toEqual(['New report'])
})

it('signs out', async () => {
  await open()
  const sent = serve({ 'POST /api/auth/sign-out': { ok: true } })
  await userEvent.type(await openPalette(), 'sign out{Enter}')
  await waitFor(() => expect(sent.map((s) => s.path)).toContain('/api/auth/sign-out'))
})

it('takes no more characters than a search may have', async () => {
  await open()
  expect((await openPalette()).maxLength).toBe(200)
})

it('searches when typing pauses, ignores answers to earlier texts, and announces the number of results', async () => {
  const answers = new Map<string, (found: object) => void>()
  const { asked } = await open(({ q }) => (q ? new Promise((resolve) => answers.set(q, resolve)) : results()))
  const field = await openPalette()
  await userEvent.type(field, 'r')
  await waitFor(() => expect(answers.has('r')).toBe(true))
  await userEvent.type(field, 'ive')
  await waitFor(() => expect(answers.has('rive')).toBe(true))
  await act(async () => answers.get('rive')?.(results(ana)))
  expect(await screen.findByText('1 result')).toBeDefined()
  await act(async () => answers.get('r')?.(results(omar, ana)))
  expect(options()).toEqual(['Ana RiveraRivera Ltd · ana@rivera.example'])
  expect(asked()).toEqual(['r', 'rive'])
  await userEvent.type(field, ' ana')
  // Results of the previous text that contain all words of this one stay.
  expect(options()).toEqual(['Ana RiveraRivera Ltd · ana@rivera.example'])
  await userEvent.clear(field)
  await userEvent.type(field, 'rivex')
  // Results of the previous text that do not contain this one are hidden at once.
  expect(options()).toEqual([])
  await waitFor(() => expect(answers.has('rivex')).toBe(true))
  await act(async () => answers.get('rivex')?.(results()))
  expect(await screen.findByText('Nothing found for “rivex”.')).toBeDefined()
})

it('opens an item with Enter, and shows its actions with Tab or the right arrow key', async () => {
  const { shell } = await open(() => results(ana))
  const type = async () => {
    await userEvent.type(await openPalette(), 'ana')
    await screen.findByRole('option', { name: /Ana Rivera/ })
  }
  await type()
  await press('{Enter}')
  await waitFor(() => expect(shell.path()).toBe(`/profile/audit?client=${ana.id}`))
  await type()
  await press('{Tab}')
  expect(options()).toEqual(['Open client', 'Message', 'Notes'])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Actions for Ana Rivera' })),
  )
  for (const back of [escape, () => press('{Backspace}'), () => press('{ArrowLeft}')]) {
    await back()
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Search clients/ }).value).toBe('ana')
    await press('{ArrowRight}')
    expect(options()).toContain('Notes')
  }
  await press('mes{Enter}')
  await waitFor(() => expect(shell.path()).toBe(`/chat?client=${ana.id}`))
})

it('shows recent items first, and only those that still exist', async () => {
  let kept = [ana, omar]
  const search: Search = ({ q, ids = '' }) => (q ? results() : results(...kept.filter(({ id }) => ids.includes(id))))
  const { shell } = await open(search)
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  vi.advanceTimersByTime(2_000)
  vi.useRealTimers()
  await waitFor(() => expect(Object.keys(localStorage)).toContain('portal.recent.u1'))
  for (const { id } of [omar, ana])
    await act(() => shell.router.navigate({ href: `/profile/audit?client=${id}&by=you` }))
  await act(() => shell.router.navigate({ href: '/dashboard' }))
  // Only ids are stored on the device.
  expect(JSON.stringify(localStorage)).not.toContain('Ana')
  await openPalette()
  await screen.findByRole('option', { name: /Ana Rivera/ })
  expect(groups()[0]).toEqual(['Recent', 3])
  expect(
    options()
      .slice(0, 3)
      .map((text) => text?.slice(0, 4)),
  ).toEqual(['Ana ', 'Omar', 'Prof'])
  expect(selected()).toContain('Ana Rivera')
  escape()
  kept = [omar]
  await openPalette()
  await waitFor(() => expect(screen.queryByRole('option', { name: /Ana Rivera/ })).toBeNull())
  expect(localStorage.getItem('portal.recent.u1')).not.toContain(ana.id)
  await act(() => signOut())
  expect(localStorage.getItem('portal.recent.u1')).toBeNull()
})

it('remembers what is opened as soon as the palette was used', async () => {
  // The page does not load the palette by itself.
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => (ms === 2_000 ? 0 : setTimeout(run, ms)))
  const { shell } = await open(() => results(ana))
  await openPalette()
  escape()
  await waitFor(() => expect(Object.keys(localStorage)).toContain('portal.recent.u1'))
  await act(() => shell.router.navigate({ href: `/profile/audit?client=${ana.id}&by=you` }))
  expect(localStorage.getItem('portal.recent.u1')).toContain(ana.id)
})

it('offers the search of a page when there are more results', async () => {
  const { shell } = await open(() => ({ ...results(ana), clients: { items: [ana], more: true } }))
  await userEvent.type(await openPalette(), 'a b')
  await userEvent.click(await screen.findByRole('option', { name: 'Clients with “a b”' }))
  await waitFor(() => expect(shell.path()).toBe('/chat?client=a+b'))
})

it('says that the browser is offline, and still finds pages', async () => {
  await open()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.type(await openPalette(), 'audit')
  expect(screen.getByText(/You are offline, so/)).toBeDefined()
  expect(options()).toEqual(['Audit log'])
  online.mockRestore()
})

it('offers to repeat a search that failed', async () => {
  let broken = true
  await open(({ q }) => (q && broken ? problem(403, 'forbidden') : results(ana)))
  await userEvent.type(await openPalette(), 'ana')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  broken = false
  await userEvent.click(retry)
  expect(await screen.findByRole('option', { name: /Ana Rivera/ })).toBeDefined()
})

it('returns the focus when it is closed, and does not open over a dialog in which text may be lost', async () => {
  await open()
  const button = screen.getByRole('button', { name: 'Toggle Sidebar' })
  button.focus()
  await openPalette()
  escape()
  await waitFor(() => expect(document.activeElement).toBe(button))
  const close = openLayer({ close: () => undefined, inAddress: false })
  await press('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  close()
  const closeOther = openLayer({ close: () => undefined, inAddress: true })
  const release = holdUnsaved({ discard: () => undefined })
  await press('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  release()
  await openPalette()
  await press('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  closeOther()
})
