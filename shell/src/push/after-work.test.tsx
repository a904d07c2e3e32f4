import type { PortalEvent } from '@portal/contract/events'
import type { Role } from '@portal/contract/statuses'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { signInBookkeeper, signInClient } from '@portal/kit/testing/sign-in'
import { toasts } from '@portal/kit/testing/toaster'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ENDPOINT, PUSH_SETTINGS, stubPushBrowser } from '../testing/push-browser.ts'
import { OfferPushAfterWork } from './after-work.tsx'

let receive: (event: PortalEvent) => void = () => undefined
vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
vi.mock('@portal/sdk', async (original) => ({
  ...(await original<typeof import('@portal/sdk')>()),
  useRealtime: (_: unknown, handler: typeof receive) => {
    receive = handler
  },
}))

afterEach(resetScreen)

const SUBMITTED = { type: 'section.changed', ids: { status: 'pending_review' } } as unknown as PortalEvent
const SAVED = { type: 'section.changed', ids: { status: 'in_progress' } } as unknown as PortalEvent
const ASSIGNED = { type: 'assignment.changed', ids: {} } as unknown as PortalEvent

function show(viewer: Role) {
  if (viewer === 'client') signInClient()
  else signInBookkeeper()
  let endpoint: string | null = null
  const sent = serve({
    'GET /api/push': () => ({ ...PUSH_SETTINGS, endpoint }),
    'PUT /api/push/subscription': () => {
      endpoint = ENDPOINT
      return { ...PUSH_SETTINGS, endpoint }
    },
  })
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <OfferPushAfterWork viewer={viewer} />
    </QueryClientProvider>,
  )
  return { sent, unmount }
}
const arrive = (event: PortalEvent) => act(async () => receive(event))

it('offers push to a client who has submitted a section, and turns it on', async () => {
  const asked = stubPushBrowser('granted')
  const { sent } = show('client')
  await arrive(SAVED)
  expect(sent).toEqual([])
  await arrive(SUBMITTED)
  expect(await screen.findByText(/when your bookkeeper has looked at it/)).toBeDefined()
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Notifications turned on', expect.anything()))
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ endpoint: ENDPOINT })
  expect(screen.queryByRole('status')).toBeNull()
})

it('does not return after Not now', async () => {
  stubPushBrowser('granted')
  const { unmount } = show('bookkeeper')
  await arrive(ASSIGNED)
  expect(await screen.findByText(/when clients submit sections/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('status')).toBeNull()
  await arrive(ASSIGNED)
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
})

it('is absent where notifications are blocked', async () => {
  stubPushBrowser('denied', 'denied')
  const { sent } = show('client')
  await arrive(SUBMITTED)
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('status')).toBeNull()
})
