import type { Notification } from '@portal/contract/notifications'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Bell, type BellProps } from './bell.tsx'

afterEach(cleanup)

const items = (count: number, read = 0): Notification[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    type: 'submission',
    title: 'Section submitted',
    message: `Message ${i}`,
    is_read: i < read,
    created_at: '2026-11-01T10:00:00Z',
    client_id: null,
    client_name: null,
    workform_id: null,
    section_name: null,
    assignment_id: null,
  }))

async function open(props: Partial<BellProps>) {
  const user = userEvent.setup()
  const [onMarkAllRead, onViewAll] = [vi.fn(), vi.fn()]
  const listed = { items: props.items ?? [], unread: 0, total: props.items?.length ?? 0, allPath: '/notifications' }
  render(<Bell viewer="bookkeeper" {...{ ...listed, onMarkAllRead, onViewAll, ...props }} />)
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  // The panel is loaded when it is first opened.
  await panel.findByRole('tab', { name: 'All' })
  return { user, onMarkAllRead, onViewAll, panel }
}

it('shows a bookkeeper at most 10 items and View all, and counts those that are not listed', async () => {
  const { user, panel, onMarkAllRead, onViewAll } = await open({ items: items(12), unread: 20 })
  await waitFor(() => expect(panel.getAllByText(/^Message/)).toHaveLength(10))
  await user.click(panel.getByRole('button', { name: 'Mark 20 as read' }))
  expect(onMarkAllRead).toHaveBeenCalledOnce()
  await user.click(panel.getByRole('link', { name: 'View all' }))
  expect(onViewAll).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers View all when more than 10 exist, whatever is unread or listed', async () => {
  const { user, panel } = await open({ items: items(10, 10), total: 11 })
  expect(panel.getByRole('link', { name: 'View all' })).toBeTruthy()
  await user.click(panel.getByRole('tab', { name: 'All' }))
  expect(panel.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/notifications')
  cleanup()
  const few = await open({ items: items(10), unread: 10 })
  expect(few.panel.queryByRole('link', { name: 'View all' })).toBeNull()
})

it('links to all notifications when there are none, too', async () => {
  const { user, panel, onViewAll } = await open({ items: [] })
  await user.click(panel.getByRole('link', { name: 'Notifications' }))
  expect(onViewAll).toHaveBeenCalledOnce()
})

it('shows a client at most 5 items and how many more there are', async () => {
  const { user, panel, onViewAll } = await open({ viewer: 'client', items: items(8, 2), unread: 6, total: 120 })
  expect(panel.getAllByText(/^Message/)).toHaveLength(5)
  expect(panel.getByRole('link', { name: '1 more notification(s)' })).toBeTruthy()
  await user.click(panel.getByRole('tab', { name: 'All' }))
  expect(panel.queryByText('View all')).toBeNull()
  await user.click(panel.getByRole('link', { name: '115 more notification(s)' }))
  expect(onViewAll).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes when an item is opened', async () => {
  const onOpen = vi.fn()
  const { user, panel } = await open({ items: items(1), unread: 1, onOpen })
  await user.click(panel.getByRole('button', { name: /Message 0/ }))
  expect(onOpen).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('hides read items on the Unread tab, and says when a tab is empty', async () => {
  const { user, panel } = await open({ items: items(3, 3) })
  expect(panel.getByText('No unread notifications')).toBeTruthy()
  expect(panel.queryByRole('button', { name: /^Mark/ })).toBeNull()
  await user.click(panel.getByRole('tab', { name: 'All' }))
  expect(panel.getAllByText(/^Message/)).toHaveLength(3)
})

it('says that there are no notifications or that loading failed', async () => {
  const first = await open({ items: [] })
  await first.user.click(first.panel.getByRole('tab', { name: 'All' }))
  expect(first.panel.getByText('No notifications')).toBeTruthy()
  cleanup()
  const onRetry = vi.fn()
  const failed = await open({ items: undefined, error: new Error('x'), onRetry })
  await failed.user.click(failed.panel.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalled()
})
