import { resetScreen } from '@portal/kit/testing/reset-screen'
import { type Answers, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ENDPOINT, KEYS, PUSH_SETTINGS, stubPushBrowser } from '../../testing/push-browser.ts'
import { PushCard } from './push-card.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

function show(answers: Answers = {}) {
  const sent = serve({ 'GET /api/push': () => PUSH_SETTINGS, ...answers })
  render(
    <QueryClientProvider client={queryClient}>
      <PushCard viewer="bookkeeper" />
    </QueryClientProvider>,
  )
  return sent
}

afterEach(resetScreen)

it('asks the browser only when notifications are turned on, and subscribes the session', async () => {
  const asked = stubPushBrowser('granted')
  let endpoint: string | null = null
  const on = () => ({ ...PUSH_SETTINGS, endpoint })
  const sent = show({
    'GET /api/push': on,
    'PUT /api/push/subscription': () => {
      endpoint = ENDPOINT
      return on()
    },
    'DELETE /api/push/subscription': () => {
      endpoint = null
      return on()
    },
    'PUT /api/push': on,
  })
  const turnOn = await screen.findByRole('button', { name: 'Turn on notifications' })
  expect(asked).toEqual([])
  expect(screen.queryByRole('switch')).toBeNull()
  await userEvent.click(turnOn)
  await userEvent.click(await screen.findByRole('switch', { name: 'Messages' }))
  expect(asked).toEqual(['permission', 'subscribed with public'])
  const put = (path: string) => sent.find((r) => r.method === 'PUT' && r.path === path)?.body
  expect(put('/api/push/subscription')).toEqual({ endpoint: ENDPOINT, keys: KEYS })
  expect(put('/api/push')).toEqual({ kind: 'messages', on: false })
  await userEvent.click(screen.getByRole('button', { name: 'Turn off notifications' }))
  await screen.findByRole('button', { name: 'Turn on notifications' })
  expect(asked.at(-1)).toBe('unsubscribed')
})

it('says what to do when the browser blocks notifications', async () => {
  stubPushBrowser('denied')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await waitFor(() =>
    expect(toasts.error).toHaveBeenCalledWith('Notifications are blocked', expect.stringContaining('settings')),
  )
})

it('is absent when the portal has no key, or the browser cannot use push', async () => {
  stubPushBrowser('granted')
  const sent = show({ 'GET /api/push': () => ({ ...PUSH_SETTINGS, public_key: null }) })
  await waitFor(() => expect(sent).not.toEqual([]))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText('Notifications on this device')).toBeNull()
})
