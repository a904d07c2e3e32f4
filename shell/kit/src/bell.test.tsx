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
  const onMarkRead = vi.fn()
  render(<Bell viewer="bookkeeper" items={[]} unread={0} onMarkRead={onMarkRead} {...props} />)
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  // What it holds is fetched when it is first opened.
  await panel.findByRole('tab', { name: 'All' })
  return { user, onMarkRead, panel }
}

it('shows a bookkeeper at most 10, and the rest behind View all', async () => {
  const onViewAll = vi.fn()
  const { user, panel, onMarkRead } = await open({ items: items(12), unread: 12, onViewAll })
  await waitFor(() => expect(panel.getAllByText(/^Message/)).toHaveLength(10))
  await user.click(panel.getByRole('button', { name: 'View all' }))
  expect(onViewAll).toHaveBeenCalledOnce()
  await user.click(panel.getByRole('button', { name: 'Mark 12 as read' }))
  expect(onMarkRead).toHaveBeenCalledWith(items(12).map((n) => n.id))
})

it('shows a client at most 5, and how many more there are', async () => {
  const { panel } = await open({ viewer: 'client', items: items(8), unread: 8 })
  expect(panel.getAllByText(/^Message/)).toHaveLength(5)
  expect(panel.getByText('3 more notifications')).toBeTruthy()
  expect(panel.queryByText('View all')).toBeNull()
})

it('keeps what is read off the Unread tab, and says so when a tab is empty', async () => {
  const { user, panel } = await open({ items: items(3, 3) })
  expect(panel.getByText('No unread notifications')).toBeTruthy()
  expect(panel.queryByRole('button', { name: /^Mark/ })).toBeNull()
  await user.click(panel.getByRole('tab', { name: 'All' }))
  expect(panel.getAllByText(/^Message/)).toHaveLength(3)
})

it('has no notifications to show, or cannot load them', async () => {
  const first = await open({ items: [] })
  await first.user.click(first.panel.getByRole('tab', { name: 'All' }))
  expect(first.panel.getByText('No notifications')).toBeTruthy()
  cleanup()
  const onRetry = vi.fn()
  const failed = await open({ items: undefined, error: new Error('x'), onRetry })
  await failed.user.click(failed.panel.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalled()
})
