import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { currentSession, queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionOf } from '../testing.tsx'
import { SessionsCard } from './sessions-card.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

afterEach(resetScreen)

const session = (id: string, browser: string, current = false) => ({
  id,
  browser,
  current,
  by_link: id === 's2',
  created_at: '2026-11-01T10:00:00Z',
  last_used_at: '2026-11-02T10:00:00Z',
})

function show(end: () => object = () => ({ ok: true })) {
  let items = [session('s1', 'Firefox on Windows', true), session('s2', 'Safari on iPhone')]
  setSession(sessionOf('bookkeeper'), 'elsewhere')
  const sent = serve({
    'GET /api/auth/sessions': () => ({ items }),
    'DELETE /api/auth/sessions/s2': () => {
      items = items.slice(0, 1)
      return end()
    },
    'POST /api/auth/sessions/end-others': () => {
      items = items.slice(0, 1)
      return end()
    },
    'POST /api/auth/sign-out': () => ({ ok: true }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <SessionsCard />
    </QueryClientProvider>,
  )
  return sent
}

it.each([
  ['Sign out of Safari on iPhone', 'The session was ended.'],
  ['Sign out all others', 'All other sessions were ended.'],
])('ends sessions and removes them from the list when "%s" is pressed', async (name, message) => {
  show()
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(toasts.success).toHaveBeenCalledWith('Signed Out', message)
  expect(screen.getByText('This browser')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull()
})

it('counts a session as ended when it has ended already', async () => {
  show(() => problem(404, 'not_found'))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out of Safari on iPhone' }))
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(toasts.error).not.toHaveBeenCalled()
})

it('signs out here when the session of this browser is ended', async () => {
  const sent = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out of Firefox on Windows' }))
  await waitFor(() => expect(currentSession()).toBeNull())
  expect(sent.map(({ route }) => route)).toContain('POST /api/auth/sign-out')
})

it('says which session a link in an email opened', async () => {
  show()
  expect(await screen.findByText(/^Opened by a link in an email on Nov/)).toBeDefined()
  expect(screen.getAllByText(/^Signed in/)).toHaveLength(1)
})
