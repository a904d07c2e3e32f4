import { waitFor } from '@portal/contract/testing/wait-for'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { signInClient } from '@portal/kit/testing/sign-in'
import { currentSession, queryClient, setSession } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetUserData } from '../forget-user-data.ts'
import { ENDPOINT, PUSH_SETTINGS, stubPushBrowser } from '../testing/push-browser.ts'
import { subscribeBrowser } from './browser.ts'
import { forgetPush, keepPush, rememberPush } from './keep-push.ts'
import { pushQuery } from './use-push.ts'

beforeEach(() => {
  vi.useFakeTimers()
  signInClient()
})
afterEach(() => {
  vi.useRealTimers()
  resetScreen()
})

/** Starts the portal. Returns what was sent, after what the start has loaded. */
async function start(endpoint: string | null = null) {
  const settings = { ...PUSH_SETTINGS, endpoint }
  const sent = serve({ 'GET /api/push': settings, 'PUT /api/push/subscription': settings })
  keepPush()
  vi.runAllTimers()
  vi.useRealTimers()
  await vi.dynamicImportSettled()
  return () => sent.map(({ method, path }) => `${method} ${path}`)
}

it('subscribes again at the next start when the subscription of the session is lost', async () => {
  const asked = stubPushBrowser('granted', 'granted')
  rememberPush()
  const sent = await start('https://push.example.com/replaced')
  await waitFor(() => expect(sent()).toContain('PUT /api/push/subscription'))
  expect(asked).toContain('subscribed with public')
})

it('leaves a subscription that works', async () => {
  const asked = stubPushBrowser('granted', 'granted')
  await subscribeBrowser('public')
  rememberPush()
  const sent = await start(ENDPOINT)
  await waitFor(() => expect(queryClient.getQueryData(pushQuery.queryKey)?.on).toBe(true))
  expect(sent()).toEqual(['GET /api/push'])
  expect(asked).toEqual(['permission', 'subscribed with public'])
})

it.each([
  ['push was turned off', forgetPush],
  ['the user has signed out', forgetUserData],
  [
    'another session has begun',
    () => {
      const session = currentSession()
      if (session) setSession({ ...session, session_id: 'another' }, 'signed-in')
    },
  ],
])('asks for nothing when %s', async (_, change) => {
  const asked = stubPushBrowser('granted', 'granted')
  rememberPush()
  change()
  const sent = await start()
  expect(sent()).toEqual([])
  expect(asked).toEqual([])
})

it('ends a subscription that belongs to no session', async () => {
  const asked = stubPushBrowser('granted', 'granted')
  await subscribeBrowser('public of somebody else')
  const sent = await start()
  await waitFor(() => expect(asked.at(-1)).toBe('unsubscribed'))
  expect(sent()).toEqual([])
})

it('never asks for permission', async () => {
  const asked = stubPushBrowser('granted', 'default')
  rememberPush()
  const sent = await start()
  await waitFor(() => expect(queryClient.getQueryData(pushQuery.queryKey)?.on).toBe(false))
  expect(sent()).toEqual(['GET /api/push'])
  expect(asked).toEqual([])
})
