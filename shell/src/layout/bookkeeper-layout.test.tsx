import { serve } from '@portal/kit/testing/serve'
import { setSession } from '@portal/sdk'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeShell, LONG, openShell, sessionOf, stubMediaQueries } from '../testing.tsx'

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

it('shows nothing of the previous bookkeeper when a frozen tab resumes with another session', LONG, async () => {
  let name = 'Maya Torres'
  serve({ 'GET /api/profile': () => profile(name) })
  await openShell('/profile', 'bookkeeper')
  const field = () => screen.findByLabelText<HTMLInputElement>(/^Name/, {}, LONG)
  fireEvent.change(await field(), { target: { value: 'Typed by Maya' } })
  expect((await field()).value).toBe('Typed by Maya')
  name = 'Bo Larsen'
  const own = sessionOf('bookkeeper')
  // While the tab was frozen, Maya signed out in another tab and Bo signed in.
  await act(async () => {
    setSession({ ...own, access_token: 'bo', session_id: 's2', user: { ...own.user, id: 'u2', name } }, 'elsewhere')
  })
  await vi.waitFor(async () => expect((await field()).value).toBe('Bo Larsen'))
  expect(screen.queryByDisplayValue('Typed by Maya')).toBeNull()
})
