import type { Session } from '@portal/contract/auth'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { Role } from '@portal/contract/statuses'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { expect, vi } from 'vitest'
import { followSession } from './follow-session.ts'
import { createPortalRouter } from './router.ts'

/** Shared by the tests of the shell's pages: a signed-in user, and the whole shell in a page. */

/** Timeout of a test, or of a step, that loads the shell. */

export const sessionOf = (role: Role): Session => ({
  access_token: 'token',
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  session_id: 's1',
  user: {
    id: 'u1',
    email: role === 'client' ? 'priya@example.com' : 'maya@example.com',
    role,
    name: role === 'client' ? 'Priya Raman' : 'Maya Torres',
    company: null,
    time_zone: 'UTC',
    client_id: role === 'client' ? 'c1' : null,
  },
})

/** Adds the data that the worker writes into every page: no sign-in provider is configured. */
function servePage(): void {
  if (document.getElementById('sign-in-options')) return
  const textContent = JSON.stringify({ providers: [], sign_up: 'open' })
  const providers = Object.assign(document.createElement('script'), {
    id: 'sign-in-options',
    type: 'application/json',
    textContent,
  })
  document.head.append(providers)
}

const stops: (() => void)[] = []

/** Renders the shell at an address, signed in as `who` or signed out. The pages of `remotes` are not available. */
export async function openShell(path: string, who?: Role, remotes: readonly RemoteEntry[] = []) {
  servePage()
  // Toasts outlive the page that showed them.
  toast.dismiss()
  queryClient.clear()
  setSession(who ? sessionOf(who) : null, 'elsewhere')
  const none = { routes: { bookkeeper: [], client: [] }, resolve: async () => undefined }
  const router = createPortalRouter(none, remotes)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  const stop = followSession(router)
  stops.push(stop)
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    await router.load()
  })
  return { router, stop, path: () => router.state.location.href }
}

/** Closes the shell and resets the state of the browser. For `afterEach`. */
export function closeShell(): void {
  for (const stop of stops.splice(0)) stop()
  resetScreen()
  document.body.innerHTML = ''
}

/** Makes media queries match, as on a phone, or not. For `beforeEach`. */
export function stubMediaQueries(matches = false): void {
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

/** Replaces the text of a field once it is shown. */
export async function fillField(label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

/** Waits until a toast with this title, and this text, is shown. */
export async function findToast(title: string, text?: string): Promise<void> {
  await waitFor(() => {
    expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    if (text) expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  })
}
