import type { Notification } from '@portal/contract/notifications'
import { problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { closeShell, openShell } from '../testing.tsx'

vi.mock('@portal/sdk/toaster', async (original) => ({
  ...(await original<typeof import('@portal/sdk/toaster')>()),
  ...(await import('@portal/kit/testing/toaster')),
}))
let shell: Awaited<ReturnType<typeof openShell>>
afterEach(closeShell)

const item = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  type: 'submission',
  title: 'Section submitted',
  message: `Message ${id}`,
  is_read: false,
  created_at: '2026-11-01T10:00:00Z',
  client_id: 'c1',
  client_name: 'Jane Miller',
  workform_id: 'w1',
  section_name: 'Bank',
  assignment_id: 'a1',
  ...change,
})

async function open(who: 'bookkeeper' | 'client', items: Notification[]) {
  const unread_ids = items.filter((n) => !n.is_read).map(({ id }) => id)
  const sent = serve({
    'GET /api/notifications': () => ({ items: items.slice(0, 20), unread: unread_ids.length, unread_ids, total: 900 }),
    'GET /api/notifications/all': () => ({ items, next: null }),
    'POST /api/notifications/read': () => ({ ok: true }),
  })
  shell = await openShell(who === 'client' ? '/client-notifications' : '/notifications', who)
  await screen.findByRole('heading', { level: 1, name: 'Notifications' })
  return sent
}
const main = () => within(screen.getByRole('main'))

it('removes notifications from the unread tab when they are marked as read', async () => {
  const sent = await open('bookkeeper', [item('1'), item('2'), item('3', { is_read: true })])
  await userEvent.click(await main().findByRole('button', { name: 'Mark 2 as read' }))
  expect(await main().findByText('No unread notifications')).toBeDefined()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['1', '2'] })
  expect(toasts.success).toHaveBeenCalledWith('Marked as read')
  await userEvent.click(main().getByRole('tab', { name: 'All' }))
  expect(await main().findAllByText(/^Message/)).toHaveLength(3)
  expect(shell.path()).toBe('/notifications?tab=all')
})

it('marks all unread notifications, also those that are not listed, 500 with each request', async () => {
  const ids = Array.from({ length: 620 }, (_, i) => `id-${i}`)
  const sent = await open(
    'bookkeeper',
    ids.map((id) => item(id)),
  )
  expect(screen.getByRole('button', { name: 'Notifications, 620 unread' })).toBeDefined()
  expect(await main().findByRole('tab', { name: /^Unread/ })).toHaveProperty('textContent', 'Unread620')
  await userEvent.click(main().getByRole('button', { name: 'Mark 620 as read' }))
  expect(await main().findByText('No unread notifications')).toBeDefined()
  const marked = sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as { ids: string[] }).ids)
  expect(marked.map((each) => each.length)).toEqual([500, 120])
  expect(marked.flat()).toEqual(ids)
})

it('keeps notifications unread and shows why when marking fails', async () => {
  await open('bookkeeper', [item('1')])
  serve({ 'POST /api/notifications/read': problem(503, 'busy', 'Busy', 'Please try again in a moment.') })
  await userEvent.click(await main().findByRole('button', { name: 'Mark 1 as read' }))
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Error', 'Please try again in a moment.'))
  expect(main().getByText('Message 1')).toBeDefined()
})

it.each([
  ['bookkeeper', item('1'), '/form-submissions?workform=w1&client=c1'],
  ['bookkeeper', item('1', { type: 'message' }), '/chat?client=c1'],
  ['client', item('1', { type: 'section' }), '/client-dashboard?section=a1'],
  ['client', item('1', { type: 'message' }), '/client-chat'],
] as const)('marks it as read and opens its subject when a %s presses a notification', async (who, one, path) => {
  const sent = await open(who, [one])
  await userEvent.click(await main().findByRole('button', { name: /Message 1/ }))
  await waitFor(() => expect(shell.path()).toBe(path))
  await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['1'] }))
  expect(toasts.success).not.toHaveBeenCalled()
})

it('opens the subject of a notification from the bell, and the page of all', async () => {
  await open('bookkeeper', [item('1')])
  const bell = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
    return within(await screen.findByRole('dialog', { name: 'Notifications' }))
  }
  await userEvent.click(await (await bell()).findByRole('button', { name: /Message 1/ }))
  await waitFor(() => expect(shell.path()).toBe('/form-submissions?workform=w1&client=c1'))
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }))
  await userEvent.click(await screen.findByRole('link', { name: 'View all' }))
  await waitFor(() => expect(shell.path()).toBe('/notifications'))
})

it('shows an empty state when there are no notifications', async () => {
  await open('client', [])
  expect(await main().findByText('No unread notifications')).toBeDefined()
  await userEvent.click(main().getByRole('tab', { name: 'All' }))
  expect(await main().findByText('No notifications')).toBeDefined()
})
