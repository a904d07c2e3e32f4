import { beforeAll, expect, inject, it } from 'vitest'
import { signAccessToken } from './auth/token.ts'
import { uuidv7 } from './ids.ts'
import { type Caller, newBookkeeper, newClient, portalUrl, stranger } from './testing/portal.ts'

/** Every route of the API × everyone who might call it. The routes come from the OpenAPI document: none can be left out. */

interface Route {
  method: string
  path: string
  access: 'public' | 'user' | 'bookkeeper' | 'client'
}
type Who = 'nobody' | 'expired token' | 'tampered token' | 'foreign signature' | 'bookkeeper' | 'client'

let routes: Route[] = []
let tokens: Record<Who, string>

beforeAll(async () => {
  const document = (await (await stranger.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { 'x-access': Route['access'] }>>
  }
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, access: operation['x-access'] })),
  )
  const bookkeeper = await newBookkeeper()
  const client: Caller = await newClient(bookkeeper)
  const actor = {
    userId: bookkeeper.userId,
    role: 'bookkeeper' as const,
    firmId: bookkeeper.firmId,
    clientId: null,
    sessionId: uuidv7(),
    timeZone: 'UTC',
  }
  const [header = '', , signature = ''] = bookkeeper.token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...actor, sub: uuidv7(), exp: 9_999_999_999 })).toString('base64url')
  tokens = {
    nobody: '',
    'expired token': (await signAccessToken(inject('authSecret'), actor, new Date(Date.now() - 3_600_000))).token,
    'tampered token': `${header}.${payload}.${signature}`,
    'foreign signature': (await signAccessToken('another-secret-of-thirty-two-chars!!', actor, new Date())).token,
    bookkeeper: bookkeeper.token,
    client: client.token,
  }
})

/** What the access rule alone makes of a caller: the status, or undefined where the route itself decides. */
function expected({ access }: Route, who: Who): number | undefined {
  if (access === 'public') return undefined
  if (who !== 'bookkeeper' && who !== 'client') return 401
  return access === 'user' || access === who ? undefined : 403
}

it('answers each caller by the rule of the route', async () => {
  expect(routes.length).toBeGreaterThan(30)
  const wrong: string[] = []
  for (const route of routes) {
    const path = route.path.replace(/\{\w+\}/g, () => uuidv7())
    for (const [who, token] of Object.entries(tokens) as [Who, string][]) {
      const wanted = expected(route, who)
      if (wanted === undefined) continue
      const response = await fetch(new URL(path, portalUrl), {
        method: route.method,
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{}' }),
      })
      const problem = (await response.json()) as { code?: string }
      if (response.status !== wanted || !problem.code)
        wrong.push(`${route.method} ${route.path} for ${who}: ${response.status}, not ${wanted}`)
    }
  }
  expect(wrong).toEqual([])
})

it('knows the rule of every route of the API', () => {
  expect(routes.filter((r) => !['public', 'user', 'bookkeeper', 'client'].includes(r.access))).toEqual([])
})

it('documents every handler that the API serves', async () => {
  const { api } = await import('./app.ts')
  const { specOf } = await import('./endpoint.ts')
  const served = new Map<string, boolean>()
  for (const { method, path, handler } of api.routes) {
    // What answers to every method of a whole area is middleware.
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    served.set(key, served.get(key) === true || specOf(handler) !== undefined)
  }
  expect([...served].filter(([, documented]) => !documented).map(([key]) => key)).toEqual([])
})
