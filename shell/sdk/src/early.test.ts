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

/** Every request that reaches the server: its method, its address and its token. */
const server = vi.fn<(request: string, token: string | null) => Response | Promise<Response>>()

/** The page as the worker wrote it, and the modules as a fresh tab has them: first script and page's code apart, as their bundles are. */
async function page(data: string[], stored: Session | null) {
  document.body.innerHTML = `<script type="application/json" id="early">${JSON.stringify({ role: 'client', data })}</script>`
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
  let line: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => (line = line.then(work, work))
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

it('gives an early answer once: the same address is asked again the next time', async () => {
  const { sendEarlyRequests, code } = await page(['/api/x?b=1&a=2'], session('t'))
  await sendEarlyRequests()
  const { portalFetch } = await code()
  expect(asked()).toEqual(['GET /api/x?b=1&a=2'])
  expect(await (await portalFetch('/api/x?a=2&b=1')).json()).toEqual({ asked: 'GET /api/x?b=1&a=2', token: 'Bearer t' })
  expect(asked()).toHaveLength(1)
  await portalFetch('/api/x?a=2&b=1')
  expect(asked()).toHaveLength(2)
})

it('falls back to an ordinary request where the early one failed', async () => {
  server
    .mockImplementationOnce(() => new Response('', { status: 503 }))
    .mockImplementationOnce(() => Promise.reject(new TypeError('cut')))
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
])('is not used after %s', async (_, now, write) => {
  const { sendEarlyRequests, code } = await page(['/api/x'], session('t'))
  await sendEarlyRequests()
  const { portalFetch, setSession } = await code()
  setSession(now, 'elsewhere')
  if (write) await portalFetch('/api/y', { method: 'POST' })
  await portalFetch('/api/x')
  expect(asked().filter((request) => request === 'GET /api/x')).toHaveLength(2)
})

it('asks nothing for somebody else’s page, without a session, or when the page’s code was there first', async () => {
  await (await page(['/api/x'], null)).sendEarlyRequests()
  await (
    await page(['/api/x'], { ...session('t'), user: { ...session('t').user, role: 'bookkeeper' } })
  ).sendEarlyRequests()
  const late = await page(['/api/x'], session('t'))
  await late.code()
  await late.sendEarlyRequests()
  expect(asked()).toEqual([])
})

it('renews a session that has run out, once, and asks with the new one', async () => {
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

it('tells whose page it is: only of one who may see it, and is signed in by then', async () => {
  const own = vi.fn<(session: Session) => void>()
  await (await page([], null)).sendEarlyRequests(undefined, own)
  await (await page([], { ...session('t'), user: { ...session('t').user, role: 'bookkeeper' } })).sendEarlyRequests(
    undefined,
    own,
  )
  // A session that has ended is not renewed.
  server.mockImplementation(() => new Response('', { status: 401 }))
  await (await page([], session('old', -1000))).sendEarlyRequests(undefined, own)
  expect(own).not.toHaveBeenCalled()
  server.mockImplementation(() => Response.json(session('new')))
  await (await page([], session('old', -1000))).sendEarlyRequests(undefined, own)
  await (await page([], session('t'))).sendEarlyRequests(undefined, own)
  expect(own.mock.calls.map(([{ access_token }]) => access_token)).toEqual(['new', 't'])
})

it('puts the page’s search into the addresses', async () => {
  const { expandTemplate } = await page([], null)
  const search = new URLSearchParams('section=a/b&q=x&none=')
  expect(expandTemplate('/api/sections/{section}', search)).toBe('/api/sections/a%2Fb')
  expect(expandTemplate('/api/sections/{other}', search)).toBeUndefined()
  expect(expandTemplate('/api/clients?sort={sort=-created}{&q,status,none}', search)).toBe(
    '/api/clients?sort=-created&q=x',
  )
  expect(expandTemplate('/api/submissions?q={q=}&filter={filter=}', search)).toBe('/api/submissions?q=x&filter=')
})
