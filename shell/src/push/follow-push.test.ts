import { waitFor } from '@portal/contract/testing/wait-for'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { signInClient } from '@portal/kit/testing/sign-in'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followPush, readOpenedPush } from './follow-push.ts'
import { READ } from './messages.ts'

const ID = 'submission:1:2026-11-23T10:00:00.000Z'

beforeEach(signInClient)
afterEach(() => {
  history.replaceState(null, '', '/')
  resetScreen()
})

it('marks the notification as read that opened the tab, and removes it from the address', async () => {
  const sent = serve({ 'POST /api/notifications/read': { ok: true } })
  history.replaceState(null, '', `/client-dashboard?section=1${READ}${encodeURIComponent(ID)}`)
  readOpenedPush()
  expect(location.href.endsWith('/client-dashboard?section=1')).toBe(true)
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ ids: [ID] }]))
})

it('leaves other addresses as they are', () => {
  const sent = serve({})
  history.replaceState(null, '', '/client-link#token/client-dashboard')
  readOpenedPush()
  expect(location.hash).toBe('#token/client-dashboard')
  expect(sent).toEqual([])
})

it('shows the page of a message in an open tab, and never another site', async () => {
  const sent = serve({ 'POST /api/notifications/read': { ok: true } })
  const serviceWorker = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker, onLine: true })
  const navigate = vi.fn(async () => undefined)
  followPush({ navigate })
  const arrive = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  arrive({ type: 'open-notification', href: `/client-chat${READ}7` })
  expect(navigate.mock.calls).toEqual([[{ href: '/client-chat' }]])
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ ids: ['7'] }]))
  for (const other of ['https://evil.example/', '//evil.example/x']) arrive({ type: 'open-notification', href: other })
  arrive({ type: 'something else' })
  expect(navigate).toHaveBeenCalledTimes(1)
})
