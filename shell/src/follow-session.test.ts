import { waitFor } from '@portal/contract/testing/wait-for'
import { toasts } from '@portal/kit/testing/toaster'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient, setSession } from '@portal/sdk'
import { keepWizard, readWizard } from './client-auth/wizard-state.ts'
import { sessionOf } from './testing.tsx'
import { followSession } from './follow-session.ts'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('keeps only settings and unsent work when the user signs out', async () => {
  const router = { navigate: async () => undefined, invalidate: async () => undefined }
  const stop = followSession(router as never)
  for (const key of ['chat_draft_u1_t1', 'portal.session', 'portal.realtime.u1', 'portal.draft.c1.a1', 'theme'])
    localStorage.setItem(key, 'x')
  localStorage.setItem('portal.form.u1.new-client', '{"name":"Ann"}')
  // The owner of an expired session will sign in again.
  setSession(null, 'ended')
  expect(localStorage.getItem('chat_draft_u1_t1')).toBe('x')
  setSession(null, 'signed-out')
  stop()
  expect(Object.keys(localStorage).sort()).toEqual(['portal.draft.c1.a1', 'theme'])
  expect(sessionStorage).toHaveLength(0)
})

it('forgets a begun password setup when someone else signs in or out in this tab', () => {
  const router = { navigate: async () => undefined, invalidate: async () => undefined }
  const stop = followSession(router as never)
  for (const [session, change] of [
    [sessionOf('client'), 'signed-in'],
    [sessionOf('bookkeeper'), 'elsewhere'],
    [null, 'signed-out'],
  ] as const) {
    keepWizard({ purpose: 'recovery', email: 'ann@example.com', step: 2, token: 'setup-token' })
    setSession(session, change)
    expect(readWizard(), change).toBeUndefined()
  }
  stop()
})

it('does not ask a guest to sign in again', async () => {
  vi.clearAllMocks()
  const router = { navigate: async () => undefined, invalidate: async () => undefined }
  const stop = followSession(router as never)
  setSession({ ...sessionOf('client'), guest: { assignment_id: 'a', field_id: 'f' } }, 'signed-in')
  setSession(null, 'ended')
  setSession(sessionOf('client'), 'signed-in')
  setSession(null, 'ended')
  // Only for the client.
  await waitFor(() => expect(toasts.info.mock.calls).toEqual([['Session Expired', 'Please sign in again.']]))
  stop()
})

it('does not cancel what the page of a guest loads after the session has ended', async () => {
  const reload = Promise.withResolvers<undefined>()
  const router = { navigate: async () => undefined, invalidate: () => reload.promise }
  const stop = followSession(router as never)
  setSession({ ...sessionOf('client'), guest: { assignment_id: 'a', field_id: 'f' } }, 'signed-in')
  queryClient.setQueryData(['question'], 'Passport')
  setSession(null, 'ended')
  const response = Promise.withResolvers<string>()
  const link = queryClient.fetchQuery({ queryKey: ['link'], queryFn: () => response.promise })
  reload.resolve(undefined)
  await new Promise((resolve) => setTimeout(resolve))
  response.resolve('ended')
  await expect(link).resolves.toBe('ended')
  expect(queryClient.getQueryData(['question'])).toBeUndefined()
  stop()
})
