import { beforeAll, expect, it } from 'vitest'
import {
  allRoutes,
  BODIES,
  EMPTY,
  inCallOrder,
  LIVE_ONLY,
  NAMED_IN_BODY,
  TURNED_OFF,
  pathOf,
  PUBLIC,
  QUERIES,
  type Route,
  THINGS,
  thingOf,
} from './testing/access-rules.ts'
import { ask, newWorld, OUTSIDERS, OWNERS, roleOf, STRANGERS, type Who, type World } from './testing/access-world.ts'

/**
 * Every route of the API × everyone who might call it, with the real ids of a firm's things. The routes come from the
 * OpenAPI document: a new one cannot be left out, and one that takes an id is refused here until `THINGS` says whose
 * thing that is.
 */

let routes: Route[] = []
let world: World

beforeAll(async () => {
  routes = await allRoutes()
  world = await newWorld()
}, 120_000)

/** What each caller gets: a status; `found` where it is theirs, `let in` where the answer is about themselves. */
function expected(route: Route, who: Who): number | 'found' | 'let in' {
  if (route.access === 'public') return PUBLIC[route.key] ?? expect.fail(`${route.key}: say in PUBLIC what it answers`)
  if ((OUTSIDERS as readonly string[]).includes(who)) return 401
  if (route.access !== 'user' && (route.access === 'account' ? 'client' : route.access) !== roleOf(who)) return 403
  if (who.startsWith('revoked') && LIVE_ONLY.has(route.key)) return 401
  const isOwner = who === 'client' || who === 'bookkeeper'
  if (NAMED_IN_BODY.has(route.key)) return isOwner ? 'found' : 404
  const thing = thingOf(route)
  if (!thing) return TURNED_OFF.has(route.key) ? 404 : 'let in'
  if (isOwner && thing.of.includes(who)) return 'found'
  return EMPTY.has(route.key) ? 200 : 404
}

/** What is wrong with the answer that somebody got, or undefined. */
async function complaint(route: Route, who: Who): Promise<string | undefined> {
  const wanted = expected(route, who)
  const { things, tokens, secrets } = world
  const body =
    route.method === 'GET'
      ? undefined
      : (BODIES[route.key]?.(things) ?? (route.json || route.method === 'POST' ? {} : undefined))
  const response = await ask(tokens[who], route.method, pathOf(route, things) + (QUERIES[route.key] ?? ''), body)
  const text = await response.text()
  const { code } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {}
  const got = `${route.key} for ${who}: ${response.status} ${code ?? ''}, not ${wanted}`
  if (typeof wanted === 'number') {
    if (response.status !== wanted || (wanted >= 400 && !code)) return got
  } else if (
    [401, 403, 404].includes(response.status) ||
    response.status >= 500 ||
    (wanted === 'found' && route.json && code === 'invalid_input')
  )
    return got
  if ((STRANGERS as readonly string[]).includes(who) && secrets.some((secret) => text.includes(secret)))
    return `${got}, and it tells`
  return undefined
}

it('answers each caller by the rule of the route', { timeout: 180_000 }, async () => {
  expect(routes.length).toBeGreaterThan(50)
  const wrong: (string | undefined)[] = []
  const sorted = inCallOrder(routes)
  for (const who of [...OUTSIDERS, ...STRANGERS]) for (const route of sorted) wrong.push(await complaint(route, who))
  // Whose things they are comes last, and finds all of them: nobody else could change anything, and the ids were real.
  for (const route of sorted) for (const who of OWNERS) wrong.push(await complaint(route, who))
  expect(wrong.filter(Boolean)).toEqual([])
})

it('knows the rule of every route of the API', () => {
  expect(routes.filter((r) => !['public', 'user', 'bookkeeper', 'client', 'account'].includes(r.access))).toEqual([])
})

it('expects nothing of routes that are gone', () => {
  const known = new Set(routes.map((r) => r.key))
  const named = [
    ...Object.keys(BODIES),
    ...Object.keys(QUERIES),
    ...Object.keys(PUBLIC),
    ...LIVE_ONLY,
    ...NAMED_IN_BODY,
    ...TURNED_OFF,
    ...EMPTY,
  ]
  expect(named.filter((key) => !known.has(key))).toEqual([])
  expect(
    Object.keys(THINGS).filter((prefix) => !routes.some((r) => r.path.startsWith(prefix) || r.key === prefix)),
  ).toEqual([])
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
