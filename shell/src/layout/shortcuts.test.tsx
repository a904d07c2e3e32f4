import { serve } from '@portal/kit/testing/serve'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeShell, openShell } from '../testing.tsx'

beforeEach(() => {
  serve({ 'GET /api/notifications': () => ({ items: [], unread: 0 }) })
})
afterEach(closeShell)

const dialog = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
const close = () => userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it.each([
  ['bookkeeper', '/dashboard'],
  ['bookkeeper', '/notifications'],
  ['bookkeeper', '/profile'],
  ['client', '/client-profile'],
] as const)('opens the shortcuts when a %s presses ? on %s', async (who, path) => {
  await openShell(path, who)
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  await userEvent.keyboard('?')
  await dialog()
  expect(screen.getByText('Close dialog or menu')).toBeDefined()
})

it('ignores ? when single-key shortcuts are off, and the button still opens the switch', async () => {
  await openShell('/dashboard', 'bookkeeper')
  const button = await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('?')
  await userEvent.click(button)
  await dialog()
  await userEvent.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  await close()
  await closed()
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button.getAttribute('aria-keyshortcuts')).toBeNull()
  await userEvent.click(button)
  await dialog()
  await userEvent.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  await close()
  await closed()
  await userEvent.keyboard('?')
  await dialog()
})
