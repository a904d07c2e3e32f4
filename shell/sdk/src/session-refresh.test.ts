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

const realStorage = localStorage
/** Replaces methods of local storage. */
const replaceMethods = (methods: Partial<Storage>) =>
  vi.stubGlobal(
    'localStorage',
    new Proxy(realStorage, { get: (target, key) => Reflect.get({ ...methods }, key) ?? Reflect.get(target, key) }),
  )
/** Notifies the tabs of a change in another one. */
const hearOf = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))

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

/** The idempotency keys of the refreshes. */
let keys: (string | null)[] = []
const server = vi.fn<(path: string, token: string | null) => Response | Promise<Response>>()

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('navigator', { locks })
  server.mockReset()
  keys = []
  document.cookie = 'portal_session_repeat=; path=/; max-age=-1'
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(input instanceof Request ? input.url : String(input), 'http://localhost'), init)
    const headers = input instanceof Request ? input.headers : request.headers
    const { pathname } = new URL(request.url)
    if (pathname === '/api/auth/refresh') keys.push(headers.get('idempotency-key'))
    return server(pathname, headers.get('authorization'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
    replaceMethods({
      setItem: (key, value) => {
        setTimeout(() => {
          realStorage.setItem(key, value)
          hearOf(key)
        }, 20)
      },
    })
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

  it('repeats a refresh whose response was lost with the same key, also after a reload', async () => {
    const first = await tab(session('old', 1000))
    server.mockImplementationOnce(() => Promise.reject(new TypeError('offline')))
    await expect(first.refreshSession('old')).rejects.toMatchObject({ code: 'network' })
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    await (await tab(null)).refreshSession('old')
    await (await tab(null)).refreshSession('new')
    expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 2])
  })
})

describe('a session that the browser does not store', () => {
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

  it('gets the same session when tabs or reloads ask at the same time, and then a new key', async () => {
    vi.stubGlobal('localStorage', null)
    vi.stubGlobal('navigator', {})
    ;(await tab(null)).setSession(session('old', 900_000), 'signed-in')
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    const tabs = [await tab(null), await tab(null)]
    await Promise.all(tabs.map(({ restoreSession }) => restoreSession()))
    await Promise.all(tabs.map(({ refreshSession }) => refreshSession('new')))
    const [first, second, third, fourth] = keys
    expect([first === second, third === fourth, first === third]).toEqual([true, true, false])
    expect(keys.every((key) => key?.length === 36)).toBe(true)
  })

  it('does not get a new key again from a tab whose response is late', async () => {
    vi.stubGlobal('localStorage', null)
    vi.stubGlobal('navigator', {})
    ;(await tab(null)).setSession(session('old', 900_000), 'signed-in')
    const [quick, slow] = [await tab(null), await tab(null)]
    const late = Promise.withResolvers<Response>()
    server.mockImplementationOnce(() => late.promise)
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    const restored = slow.restoreSession()
    await quick.restoreSession()
    const { cookie } = document
    late.resolve(Response.json(session('new', 900_000)))
    await restored
    expect(slow.currentSession()?.access_token).toBe('new')
    expect(document.cookie).toBe(cookie)
  })

  it('stays in the other tabs when storage becomes full, until a tab signs out', async () => {
    const first = await tab(session('old', 900_000))
    const second = await tab(null)
    const stop = second.startSessionKeeper()
    replaceMethods({
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
      removeItem: (key) => {
        realStorage.removeItem(key)
        hearOf(key)
      },
    })
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    await first.refreshSession('old')
    expect(localStorage.getItem('portal.session')).toBeNull()
    expect(second.currentSession()).not.toBeNull()
    expect([first.storedSession()?.access_token, (await tab(null)).currentSession()]).toEqual(['new', null])
    first.setSession(null, 'signed-out')
    expect(second.currentSession()).toBeNull()
    stop()
  })

  it('ends in the other tabs, too, when one signs out and storage is blocked', async () => {
    vi.stubGlobal('localStorage', null)
    const first = await tab(null)
    first.setSession(session('old', 900_000), 'signed-in')
    server.mockImplementation(() => Response.json(session('new', 900_000)))
    const second = await tab(null)
    await second.restoreSession()
    expect(second.adoptStored()?.access_token).toBe('new')
    first.setSession(null, 'signed-out')
    expect([second.adoptStored(), second.currentSession()]).toEqual([null, null])
  })

  it('ends with the tab when the browser blocks cookies, too', async () => {
    vi.stubGlobal('localStorage', null)
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    const { setSession, adoptStored, isSessionKept, restoreSession } = await tab(null)
    setSession(session('old', 900_000), 'signed-in')
    expect([isSessionKept(), adoptStored()?.access_token]).toEqual([false, 'old'])
    await restoreSession()
    expect(server).not.toHaveBeenCalled()
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
