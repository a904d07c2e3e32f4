import { serve } from '@portal/kit/testing/serve'
import { currentSession } from '@portal/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeShell, openShell, stubMediaQueries } from '../testing.tsx'

let shell: Awaited<ReturnType<typeof openShell>>
beforeEach(() => stubMediaQueries())
afterEach(() => {
  closeShell()
  document.cookie = 'sidebar_state=; max-age=0; path=/'
})

async function open(unread = 0) {
  const sent = serve({
    'GET /api/notifications': () => ({ items: [], unread: 0, total: 0 }),
    'GET /api/notifications/all': () => ({ items: [], next: null }),
    'GET /api/chat/unread': () => ({ messages: unread }),
    'POST /api/chat/delivered': () => ({ ok: true }),
    'POST /api/auth/sign-out': () => ({ ok: true }),
  })
  shell = await openShell('/notifications', 'bookkeeper')
  await screen.findByRole('heading', { level: 1, name: 'Notifications' })
  return sent
}
const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }))

it('shows the specified links, the email address and Sign Out', async () => {
  await open()
  for (const text of ['Client Portal', 'Bookkeeper Dashboard', 'NAVIGATION', 'maya@example.com'])
    expect(sidebar().getByText(text)).toBeDefined()
  expect(
    sidebar()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Dashboard', '/dashboard'],
    ['Clients', '/clients'],
    ['Workforms', '/workforms'],
    ['Form Submissions', '/form-submissions'],
    ['Chat', '/chat'],
    ['Profile', '/profile'],
  ])
  await userEvent.click(sidebar().getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(currentSession()).toBeNull())
})

it.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Toggle Sidebar' }))],
  ['Ctrl+B', () => userEvent.keyboard('{Control>}b{/Control}')],
])('collapses the sidebar and remembers it when %s is pressed', async (_name, press) => {
  await open()
  const toggle = screen.getByRole('button', { name: 'Toggle Sidebar' })
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  await press()
  await waitFor(() => expect(sidebar().queryByText('NAVIGATION')).toBeNull())
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(document.cookie).toContain('sidebar_state=collapsed')
  await press()
  expect(await sidebar().findByText('NAVIGATION')).toBeDefined()
  expect(document.cookie).toContain('sidebar_state=expanded')
})

it('counts unread messages at Chat and in the title of the tab, and reports them as delivered', async () => {
  const sent = await open(120)
  const chat = await sidebar().findByRole('link', { name: 'Chat 99+ unread' })
  expect(chat).toBeDefined()
  await waitFor(() => expect(document.title).toBe('(99+) Notifications · Client Portal'))
  expect(sent.map(({ route }) => route)).toContain('POST /api/chat/delivered')
})

it('opens the navigation in a drawer on a phone, and closes it when a link is pressed', async () => {
  stubMediaQueries(true)
  await open()
  expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Toggle Sidebar' }))
  const menu = await screen.findByRole('dialog', { name: 'Menu' })
  await userEvent.click(within(menu).getByRole('link', { name: 'Chat' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  expect(shell.path()).toBe('/chat')
})
