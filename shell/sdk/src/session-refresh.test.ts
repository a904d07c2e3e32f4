import { locks } from 'node:worker_threads'
import { waitFor } from '@portal/contract/testing/wait-for'
import type { Session } from '@portal/contract/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const session = (token: string, inMs: number): Session => ({
  access_token: token,
  expires_at: new Date(Date.now() + inMs).toISOString(),
  session_id: 's1',
  user: {
    id: 'u1',
    email: 'maya@example.com',
    role: 'bookkeeper',
    name: 'Maya',
    company: null,
    time_zone: 'UTC',
    client_id: null,
  },
})
const problem = (status: number, code: string) =>
  Response.json({ type: 'x', code, title: code, detail: code, status }, { status })

/** Loads the modules as a new tab does, with this session in storage. */
async function tab(stored: Session | null) {
  if (stored) localStorage.setItem('portal.session', JSON.stringify(stored))
  vi.resetModules()
  return {
    ...(await import('./session-store.ts')),
    ...(await import('./session-refresh.ts')),
    ...(await import('./http.ts')),
    ...(await import('./errors.ts')),
  }
}

const server = vi.fn<(path: string, token: string | null) => Response | Promise<Response>>()

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('navigator', { locks })
  server.mockReset()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(input instanceof Request ? input.url : String(input), 'http://localhost'), init)
    const headers = input instanceof Request ? input.headers : request.headers
    return server(new URL(request.url).pathname, headers.get('authorization'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('session refresh', () => {
  it('refreshes once when several callers need a new token', async () => {
    const { refreshSession, storedSession } = await tab(session('old', 1000))
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    const results = await Promise.all([refreshSession('old'), refreshSession('old'), refreshSession('old')])
    expect(server).toHaveBeenCalledTimes(1)
    expect(results.map((s) => s?.access_token)).toEqual(['new', 'new', 'new'])
    expect(storedSession()?.access_token).toBe('new')
  })

  it('adopts the stored session when another tab has refreshed it', async () => {
    const first = await tab(session('old', 1000))
    const second = await tab(null)
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    await Promise.all([first.refreshSession('old'), second.refreshSession('old')])
    expect(server).toHaveBeenCalledTimes(1)
    expect(second.currentSession()?.access_token).toBe('new')
  })

  it('waits for the session of another tab when it is stored late', async () => {
    const first = await tab(session('old', 1000))
    const second = await tab(null)
    // As in Chromium, which passes stored values from process to process.
    const stored = localStorage
    const setItem = (key: string, value: string) =>
      setTimeout(() => {
        stored.setItem(key, value)
        window.dispatchEvent(new StorageEvent('storage', { key }))
      }, 20)
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.getItem(key), setItem })
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    const refreshed = first.refreshSession('old')
    const stop = second.startSessionKeeper()
    const adopted = second.refreshSession('old')
    const results = await Promise.all([refreshed, adopted])
    stop()
    expect(server).toHaveBeenCalledTimes(1)
    expect(results.map((s) => s?.access_token)).toEqual(['new', 'new'])
  })

  it('refreshes after a second when the refresh of another tab has failed', async () => {
    const first = await tab(session('old', 1000))
    const second = await tab(null)
    vi.useFakeTimers()
    server.mockImplementationOnce(() => Promise.reject(new TypeError('offline')))
    server.mockImplementationOnce(() => Response.json(session('new', 900_000)))
    const failed = expect(first.refreshSession('old')).rejects.toMatchObject({ code: 'network' })
    const refreshed = second.refreshSession('old')
    await failed
    await waitFor(() => expect(vi.getTimerCount()).toBe(1))
    await vi.runAllTimersAsync()
    expect((await refreshed)?.access_token).toBe('new')
    expect(server).toHaveBeenCalledTimes(2)
  })

  it('keeps the session when the server cannot be reached, and ends it when the server refuses', async () => {
    const { refreshSession, currentSession, onSessionChange } = await tab(session('old', 1000))
    const changes: string[] = []
    onSessionChange((_s, change) => changes.push(change))
    server.mockImplementationOnce(() => Promise.reject(new TypeError('offline')))
    await expect(refreshSession('old')).rejects.toMatchObject({ code: 'network' })
    expect(currentSession()?.access_token).toBe('old')
    server.mockImplementationOnce(() => problem(401, 'unauthenticated'))
    expect(await refreshSession('old')).toBeNull()
    expect(currentSession()).toBeNull()
    expect(changes).toEqual(['ended'])
  })

  it('stays signed out when the user signs out during a refresh', async () => {
    const { refreshSession, currentSession, setSession } = await tab(session('old', 1000))
    server.mockImplementation(() => {
      setSession(null, 'signed-out')
      return Response.json(session('new', 900_000))
    })
    expect(await refreshSession('old')).toBeNull()
    expect(currentSession()).toBeNull()
  })

  it('is due when the token expires within 90 seconds', async () => {
    const { isDue } = await tab(null)
    expect(isDue(session('t', 89_000))).toBe(true)
    expect(isDue(session('t', 95_000))).toBe(false)
  })

  it('starts signed out when the stored session is broken', async () => {
    localStorage.setItem('portal.session', '{"access_token":')
    expect((await tab(null)).currentSession()).toBeNull()
  })
})

describe('a session that the browser does not store', () => {
  afterEach(() => {
    document.cookie = 'portal_session_not_stored=; path=/; max-age=0'
  })

  it('is restored by the server in the next tab, until the user signs out', async () => {
    vi.stubGlobal('localStorage', null)
    const first = await tab(null)
    first.setSession(session('old', 900_000), 'signed-in')
    expect(first.isSessionKept()).toBe(true)
    expect(first.adoptStored()?.access_token).toBe('old')
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    const second = await tab(null)
    expect(second.currentSession()).toBeNull()
    await second.restoreSession()
    expect([second.currentSession()?.access_token, server.mock.calls.length]).toEqual(['new', 1])
    second.setSession(null, 'signed-out')
    await (await tab(null)).restoreSession()
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('is not asked for again when the server has ended it', async () => {
    vi.stubGlobal('localStorage', null)
    ;(await tab(null)).setSession(session('old', 900_000), 'signed-in')
    server.mockImplementation(() => problem(401, 'unauthenticated'))
    const second = await tab(null)
    await second.restoreSession()
    await second.restoreSession()
    expect([second.currentSession(), server.mock.calls.length]).toEqual([null, 1])
  })

  it('is asked for at the next start when the server cannot be reached', async () => {
    vi.stubGlobal('localStorage', null)
    ;(await tab(null)).setSession(session('old', 900_000), 'signed-in')
    server.mockImplementationOnce(() => Promise.reject(new TypeError('offline')))
    await (await tab(null)).restoreSession()
    server.mockImplementationOnce(() => Response.json(session('new', 900_000)))
    const third = await tab(null)
    await third.restoreSession()
    expect(third.currentSession()?.access_token).toBe('new')
  })

  it('ends with the tab when the browser blocks cookies, too', async () => {
    vi.stubGlobal('localStorage', null)
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    const { setSession, isSessionKept, restoreSession } = await tab(null)
    setSession(session('old', 900_000), 'signed-in')
    expect(isSessionKept()).toBe(false)
    await restoreSession()
    expect(server).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('is refreshed without locks when the browser refuses them', async () => {
    const { refreshSession } = await tab(session('old', 1000))
    const request = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
    vi.stubGlobal('navigator', { locks: { request } })
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    expect((await refreshSession('old'))?.access_token).toBe('new')
  })
})

describe('portalFetch', () => {
  it('refreshes a rejected token once and repeats the request with its body', async () => {
    const { portalFetch } = await tab(session('old', 600_000))
    server.mockImplementation((path, token) => {
      if (path === '/api/auth/refresh') return Response.json(session('new', 900_000))
      return token === 'Bearer new' ? Response.json({ ok: true }) : problem(401, 'unauthenticated')
    })
    const response = await portalFetch('http://localhost/api/clients', { method: 'POST', body: '{"name":"x"}' })
    expect(response.status).toBe(200)
    expect(server.mock.calls.map(([path, token]) => `${path} ${token}`)).toEqual([
      '/api/clients Bearer old',
      '/api/auth/refresh null',
      '/api/clients Bearer new',
    ])
  })

  it('does not refresh when a 401 means a wrong password', async () => {
    const { portalFetch } = await tab(session('old', 600_000))
    server.mockImplementation(() => problem(401, 'invalid_credentials'))
    expect((await portalFetch('http://localhost/api/x')).status).toBe(401)
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('throws a connection error when there is no response', async () => {
    const { portalFetch } = await tab(null)
    server.mockImplementation(() => Promise.reject(new TypeError('failed')))
    await expect(portalFetch('http://localhost/api/x')).rejects.toMatchObject({
      code: 'network',
      title: 'Connection Error',
    })
  })
})
