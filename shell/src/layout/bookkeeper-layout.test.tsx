import { serve } from '@portal/kit/testing/serve'
import { setSession } from '@portal/sdk'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeShell, openShell, sessionOf, stubMediaQueries } from '../testing.tsx'

beforeEach(() => stubMediaQueries())
afterEach(closeShell)

const profile = (name: string) => ({
  id: name,
  role: 'bookkeeper',
  name,
  email: 'somebody@example.com',
  phone: null,
  company: null,
  time_zone: 'UTC',
  is_active: true,
  client_status: null,
  member_since: '2026-01-01',
})

it('shows nothing of the previous bookkeeper when a frozen tab resumes with another session', async () => {
  let name = 'Maya Torres'
  serve({ 'GET /api/profile': () => profile(name) })
  await openShell('/profile', 'bookkeeper')
  const field = () => screen.findByLabelText<HTMLInputElement>(/^Name/)
  fireEvent.change(await field(), { target: { value: 'Typed by Maya' } })
  expect((await field()).value).toBe('Typed by Maya')
  name = 'Bo Larsen'
  const own = sessionOf('bookkeeper')
  // While the tab was frozen, Maya signed out in another tab and Bo signed in.
  await act(async () => {
    setSession({ ...own, access_token: 'bo', session_id: 's2', user: { ...own.user, id: 'u2', name } }, 'elsewhere')
  })
  await waitFor(async () => expect((await field()).value).toBe('Bo Larsen'))
  expect(screen.queryByDisplayValue('Typed by Maya')).toBeNull()
})

it('says so while the browser is offline', async () => {
  serve({ 'GET /api/profile': () => profile('Maya Torres') })
  await openShell('/profile', 'bookkeeper')
  await screen.findByLabelText(/^Name/)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('You are offline')).toBeTruthy()
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText('You are offline')).toBeNull()
})
