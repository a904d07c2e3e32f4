import { afterEach, expect, it } from 'vitest'
import { setSession } from '@portal/sdk'
import { keepWizard, readWizard } from './client-auth/wizard-state.ts'
import { sessionOf } from './testing.tsx'
import { followSession } from './follow-session.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('leaves nothing of anybody but settings and work that was not sent', async () => {
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
  // A session that runs out by itself takes nothing along: its owner comes back to it.
  setSession(null, 'ended')
  expect(localStorage.getItem('chat_draft_u1_t1')).toBe('x')
  setSession(null, 'signed-out')
  stop()
  expect(Object.keys(localStorage).sort()).toEqual(['portal.draft.c1.a1', 'theme'])
  expect(sessionStorage).toHaveLength(0)
})

it('forgets a password that was about to be set when somebody else signs in or out in the tab', () => {
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
