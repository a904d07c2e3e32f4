import type { Session } from '@portal/contract/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const session = (token: string, inMs = 900_000, client: string | null = null): Session => ({
  access_token: token,
  expires_at: new Date(Date.now() + inMs).toISOString(),
  session_id: 's1',
  user: {
    id: 'u1',
    email: 'ivy@example.com',
    role: 'client',
    name: 'Ivy',
    company: null,
    time_zone: 'UTC',
    client_id: client,
  },
})

/** Answers every request that reaches the server: method and path, and token. */
const server = vi.fn<(request: string, token: string | null) => Response | Promise<Response>>()

/** Loads the modules as a new tab does: the early script and the page's code are separate bundles. */
async function page(data: string[], stored: Session | null) {
  const json = JSON.stringify({ role: 'client', data })
  document.body.innerHTML = `<script type="application/json" id="early">${json}</script>`
  if (stored) localStorage.setItem('portal.session', JSON.stringify(stored))
  vi.resetModules()
  const first = await import('./early.ts')
  vi.resetModules()
  const code = async () => ({ ...(await import('./session-store.ts')), ...(await import('./http.ts')) })
  return { ...first, code }
}

beforeEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(globalThis, 'portalEarly')
  history.replaceState(null, '', '/client-dashboard')
  let queue: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => (queue = queue.then(work, work))
  vi.stubGlobal('navigator', { locks: { request } })
  server.mockReset()
  server.mockImplementation((asked, token) => Response.json({ asked, token }))
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const asked = input instanceof Request ? input : new Request(new URL(String(input), location.href), init)
    const { pathname, search } = new URL(asked.url)
    return server(`${asked.method} ${pathname}${search}`, asked.headers.get('authorization'))
  })
})
afterEach(() => vi.unstubAllGlobals())

const asked = () => server.mock.calls.map(([request]) => request)

it('returns an early response once when the page requests the same address', async () => {
  const { sendEarlyRequests, code } = await page(['/api/x?b=1&a=2'], session('t'))
  await sendEarlyRequests()
  const { portalFetch } = await code()
  expect(asked()).toEqual(['GET /api/x?b=1&a=2'])
  expect(await (await portalFetch('/api/x?a=2&b=1')).json()).toEqual({ asked: 'GET /api/x?b=1&a=2', token: 'Bearer t' })
  expect(asked()).toHaveLength(1)
  await portalFetch('/api/x?a=2&b=1')
  expect(asked()).toHaveLength(2)
})

it('sends an ordinary request when the early one has failed', async () => {
  server
    .mockImplementationOnce(() => new Response('', { status: 503 }))
    .mockImplementationOnce(() => Promise.reject(new TypeError('network')))
  const { sendEarlyRequests, code } = await page(['/api/x', '/api/y'], session('t'))
  await sendEarlyRequests()
  const { portalFetch } = await code()
  expect((await portalFetch('/api/x')).status).toBe(200)
  expect((await portalFetch('/api/y')).status).toBe(200)
  expect(asked()).toEqual(['GET /api/x', 'GET /api/y', 'GET /api/x', 'GET /api/y'])
})

it.each([
  ['a write', session('t'), true],
  ['another person', { ...session('t'), user: { ...session('t').user, id: 'u2' } }, false],
  ['another bookkeeper of the same client', session('t', 900_000, 'c2'), false],
  ['another session', { ...session('t'), session_id: 's2' }, false],
])('ignores the early response after %s', async (_, now, write) => {
  const { sendEarlyRequests, code } = await page(['/api/x'], session('t'))
  await sendEarlyRequests()
  const { portalFetch, setSession } = await code()
  setSession(now, 'elsewhere')
  if (write) await portalFetch('/api/y', { method: 'POST' })
  await portalFetch('/api/x')
  expect(asked().filter((request) => request === 'GET /api/x')).toHaveLength(2)
})

it('requests nothing when the user may not see the page, or it has loaded first', async () => {
  await (await page(['/api/x'], null)).sendEarlyRequests()
  await (
    await page(['/api/x'], { ...session('t'), user: { ...session('t').user, role: 'bookkeeper' } })
  ).sendEarlyRequests()
  const late = await page(['/api/x'], session('t'))
  await late.code()
  await late.sendEarlyRequests()
  expect(asked()).toEqual([])
})

it('refreshes an expired session once when it requests early data', async () => {
  server.mockImplementation((request) =>
    request.startsWith('POST') ? Response.json(session('new')) : Response.json({}),
  )
  const { sendEarlyRequests, code } = await page(['/api/x'], session('old', -1000))
  const early = sendEarlyRequests()
  const { portalFetch, currentSession } = await code()
  await Promise.all([early, portalFetch('/api/x')])
  expect(server.mock.calls).toEqual([
    ['POST /api/auth/refresh', null],
    ['GET /api/x', 'Bearer new'],
  ])
  expect(currentSession()?.access_token).toBe('new')
})

it('reports the session when the user may see the page and is still signed in', async () => {
  const own = vi.fn<(session: Session) => void>()
  await (await page([], null)).sendEarlyRequests(undefined, own)
  await (await page([], { ...session('t'), user: { ...session('t').user, role: 'bookkeeper' } })).sendEarlyRequests(
    undefined,
    own,
  )
  server.mockImplementation(() => new Response('', { status: 401 }))
  await (await page([], session('old', -1000))).sendEarlyRequests(undefined, own)
  expect(own).not.toHaveBeenCalled()
  server.mockImplementation(() => Response.json(session('new')))
  await (await page([], session('old', -1000))).sendEarlyRequests(undefined, own)
  await (await page([], session('t'))).sendEarlyRequests(undefined, own)
  expect(own.mock.calls.map(([{ access_token }]) => access_token)).toEqual(['new', 't'])
})

it('fills the addresses when the page has search parameters', async () => {
  const { expandTemplate } = await page([], null)
  const search = new URLSearchParams('section=a/b&q=x&none=')
  expect(expandTemplate('/api/sections/{section}', search)).toBe('/api/sections/a%2Fb')
  expect(expandTemplate('/api/sections/{other}', search)).toBeUndefined()
  expect(expandTemplate('/api/clients?sort={sort=-created}{&q,status,none}', search)).toBe(
    '/api/clients?sort=-created&q=x',
  )
  expect(expandTemplate('/api/submissions?q={q=}&filter={filter=}', search)).toBe('/api/submissions?q=x&filter=')
})
