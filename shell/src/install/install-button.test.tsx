import { resetScreen } from '@portal/kit/testing/reset-screen'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { InstallButton } from './install-button.tsx'
import { followInstallPrompt } from './prompt.ts'

beforeAll(followInstallPrompt)
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  resetScreen()
})

const button = () => screen.queryByRole('button', { name: 'Install App' })

/** Makes the browser offer to install the portal. Returns its event. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn() })
  act(() => void window.dispatchEvent(event))
  return event
}

it('shows the prompt of the browser once', async () => {
  render(<InstallButton />)
  expect(button()).toBeNull()
  const event = offer()
  // The browser shows no banner of its own.
  expect(event.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Install App' }))
  expect(event.prompt).toHaveBeenCalledOnce()
  expect(button()).toBeNull()
})

it('disappears when the portal was installed in another way', () => {
  render(<InstallButton collapsed />)
  offer()
  expect(button()).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(button()).toBeNull()
})

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
])('explains the steps on %s', async (_, userAgent, maxTouchPoints) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  render(<InstallButton />)
  await userEvent.click(screen.getByRole('button', { name: 'Install App' }))
  expect(screen.getByRole('dialog', { name: 'Install the portal' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('is absent on a Mac without a touch screen, and in the installed portal', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 })
  const { unmount } = render(<InstallButton />)
  expect(button()).toBeNull()
  unmount()
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  render(<InstallButton />)
  offer()
  expect(button()).toBeNull()
  vi.restoreAllMocks()
})
