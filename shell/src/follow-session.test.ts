import { afterEach, expect, it } from 'vitest'
import { setSession } from '@portal/sdk'
import { keepWizard, readWizard } from './client-auth/wizard-state.ts'
import { sessionOf } from './testing.tsx'
import { followSession } from './follow-session.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('keeps only settings and unsent work when the user signs out', async () => {
  const router = { navigate: async () => undefined, invalidate: async () => undefined }
  const stop = followSession(router as never)
  for (const key of [
    'chat_draft_u1_t1',
    'portal.session',
    'portal.session.repeat',
    'portal.realtime.u1',
    'portal.draft.c1.a1',
    'theme',
  ])
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
