import type { Session } from '@portal/contract/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const session = (token: string, more: Partial<Session> = {}): Session => ({
  access_token: token,
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  session_id: 's1',
  user: { id: 'u1', email: '', role: 'client', name: '', company: null, time_zone: 'UTC', client_id: null },
  ...more,
})
const guest = (token: string): Session =>
  session(token, { session_id: 'link', guest: { assignment_id: 'a1', field_id: 'scan' } })
const problem = (status: number, code: string) =>
  Response.json({ type: 'x', code, title: code, detail: code, status }, { status })

/** Loads the modules as a new tab does. Another person is signed in in this browser. */
async function tab() {
  localStorage.setItem('portal.session', JSON.stringify(session('own')))
  vi.resetModules()
  return {
    ...(await import('./session-store.ts')),
    ...(await import('./session-refresh.ts')),
    ...(await import('./guest-session.ts')),
    ...(await import('./http.ts')),
  }
}

const server = vi.fn<(path: string, token: string | null, body: string) => Response>()
beforeEach(() => {
  localStorage.clear()
  server.mockReset()
  vi.stubGlobal('fetch', async (request: Request) =>
    server(new URL(request.url).pathname, request.headers.get('authorization'), await request.text()),
  )
})
afterEach(() => vi.unstubAllGlobals())

it('lives in its tab, and leaves the session of the browser as it is', async () => {
  const { startGuestSession, currentSession, storedSession, adoptStored, setSession } = await tab()
  server.mockReturnValue(Response.json(guest('g1')))
  await startGuestSession('token')
  expect(server).toHaveBeenCalledWith('/api/auth/guest-links/open', null, JSON.stringify({ token: 'token' }))
  expect(currentSession()?.access_token).toBe('g1')
  expect(adoptStored()?.access_token).toBe('g1')
  expect(storedSession()?.access_token).toBe('own')
  setSession(null, 'ended')
  expect(storedSession()?.access_token).toBe('own')
  expect(adoptStored()?.access_token).toBe('own')
})

it('is renewed by its link, not by the refresh token of the browser', async () => {
  const { startGuestSession, portalFetch, currentSession } = await tab()
  server.mockReturnValue(Response.json(guest('g1')))
  await startGuestSession('token')
  server.mockImplementation((path, token) => {
    if (path.endsWith('/open')) return Response.json(guest('g2'))
    return token === 'Bearer g2' ? Response.json({}) : problem(401, 'unauthenticated')
  })
  expect((await portalFetch('http://localhost/api/files/1')).status).toBe(200)
  expect(currentSession()?.access_token).toBe('g2')
  expect(server.mock.calls.filter(([path]) => path.endsWith('/refresh'))).toEqual([])
})

it('ends when its link no longer works, but not when the server cannot be reached', async () => {
  const { startGuestSession, refreshSession, currentSession, onSessionChange } = await tab()
  server.mockReturnValue(Response.json(guest('g1')))
  await startGuestSession('token')
  const changes: string[] = []
  onSessionChange((_, change) => changes.push(change))
  server.mockReturnValue(problem(503, 'busy'))
  await expect(refreshSession('g1')).rejects.toMatchObject({ code: 'busy' })
  expect(currentSession()?.access_token).toBe('g1')
  server.mockReturnValue(problem(400, 'invalid_link'))
  expect(await refreshSession('g1')).toBeNull()
  expect(currentSession()).toBeNull()
  expect(changes).toEqual(['ended'])
})
