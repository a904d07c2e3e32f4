import { beforeAll, expect, it } from 'vitest'
import { allRoutes, inCallOrder, pathOf, type Route, thingOf } from './testing/access-routes.ts'
import {
  AFTER_PROOF,
  BODIES,
  EMPTY,
  FOR_DELEGATES,
  FOR_GUESTS,
  LIVE_ONLY,
  NAMED_IN_BODY,
  TURNED_OFF,
  PUBLIC,
  QUERIES,
  THINGS,
} from './testing/access-rules.ts'
import {
  type AccessFixture,
  ask,
  type CallerKind,
  DELEGATE,
  GUEST,
  newAccessFixture,
  OUTSIDERS,
  OWNERS,
  roleOf,
  STRANGERS,
} from './testing/access-fixture.ts'
import { signedInOperator } from './testing/operators.ts'
import { operatorUrl, portalUrl } from './testing/portal.ts'
import { newRemote } from './testing/remotes.ts'
import { change } from './testing/work.ts'
import { tokenHash } from './platform/crypto/secrets.ts'

/**
 * Calls every route of the API as every kind of caller, with the real ids of a firm's resources. The routes come from
 * the OpenAPI document, so none can be missed, and a route with an id fails here until `THINGS` names its owners.
 */

let routes: Route[] = []
let fixture: AccessFixture

beforeAll(async () => {
  routes = await allRoutes()
  fixture = await newAccessFixture()
})

/** Returns what a caller should get: a status, `found` for the owner, or `let in` for routes about the caller. */
function expected(route: Route, who: CallerKind): number | 'found' | 'let in' {
  if (route.access === 'public') return PUBLIC[route.key] ?? expect.fail(`${route.key}: add its status to PUBLIC`)
  if ((OUTSIDERS as readonly string[]).includes(who)) return 401
  if (route.access !== 'user' && (route.access === 'account' ? 'client' : route.access) !== roleOf(who)) return 403
  if (who === "other client's guest" && !FOR_GUESTS.has(route.key)) return 403
  if (who === "other client's delegate" && !isForDelegates(route.key)) return 403
  if (who.startsWith('revoked') && (LIVE_ONLY.has(route.key) || route.links === 'refused')) return 401
  const isOwner = who === 'client' || who === 'bookkeeper'
  if (NAMED_IN_BODY.has(route.key)) return isOwner ? 'found' : 404
  const thing = thingOf(route)
  if (!thing) return TURNED_OFF.has(route.key) ? 404 : 'let in'
  if (isOwner && thing.of.includes(who)) return 'found'
  return EMPTY.has(route.key) ? 200 : 404
}

const isForDelegates = (key: string): boolean => FOR_GUESTS.has(key) || FOR_DELEGATES.has(key)

/** Calls a route and returns what is wrong with the response, or undefined. */
async function findProblem(route: Route, who: CallerKind, given = fixture): Promise<string | undefined> {
  const wanted = expected(route, who)
  const { things, tokens, secrets } = given
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
    return `${got}, and it leaks data`
  return undefined
}

it('grants each caller exactly the access of the route', async () => {
  expect(routes.length).toBeGreaterThan(50)
  const wrong: (string | undefined)[] = []
  const sorted = inCallOrder(routes)
  for (const route of sorted)
    wrong.push(...(await Promise.all([...OUTSIDERS, ...STRANGERS].map((who) => findProblem(route, who)))))
  // The guest of the owner is refused by every route that is not for guests. What the others return is tested in
  // auth/guests/guests.test.ts.
  const refusing = sorted.filter(({ access, key }) => access !== 'public' && !FOR_GUESTS.has(key))
  for (const who of [GUEST, DELEGATE] as const)
    for (const route of who === GUEST ? refusing : refusing.filter(({ key }) => !FOR_DELEGATES.has(key))) {
      const body = route.method === 'GET' ? undefined : {}
      const { status } = await ask(fixture.tokens[who], route.method, pathOf(route, fixture.things), body)
      if (status !== 403) wrong.push(`${route.key} for the ${who}: ${status}, not 403`)
    }
  // Owners come last and find everything, which proves that no one else changed anything and that the ids were real.
  for (const route of sorted) for (const who of OWNERS) wrong.push(await findProblem(route, who))
  expect(wrong.filter(Boolean)).toEqual([])
})

/** Where clients do their work, which a link is for. */
const WORK = /^\/api\/(portal|chat|uploads|files|notifications)\b/

it('lets a client who came by a link work, and asks for proof or refuses where the route says so', async () => {
  const given = await newAccessFixture()
  const { client, emailChange } = given.things
  const own = '(SELECT auth_user_id FROM book_client_auth WHERE client_id = ?)'
  await change(`UPDATE sessions SET by_link = 1, proven_at = NULL WHERE user_id = ${own}`, client)
  await change('UPDATE email_changes SET token_hash = ? WHERE id = ?', tokenHash('none'), emailChange)
  const forClients = inCallOrder(routes).filter(({ access }) => access !== 'public' && access !== 'bookkeeper')
  const unsaid = forClients.filter(({ path, links }) => !WORK.test(path) && !links)
  expect(unsaid.map(({ key }) => `${key}: say in its spec what sessions by link get`)).toEqual([])
  const wrong: (string | undefined)[] = []
  const codeFor = async (route: Route): Promise<string> => {
    const body: Record<string, unknown> = { ...(BODIES[route.key]?.(given.things) as object | undefined) }
    for (const proof of ['password', 'current_password', 'code']) delete body[proof]
    const answer = await ask(given.tokens.client, route.method, pathOf(route, given.things), body)
    return ((await answer.json()) as { code?: string }).code ?? `status ${answer.status}`
  }
  const compare = async (links: string, wanted: (route: Route) => string) => {
    for (const route of forClients.filter((r) => r.links === links)) {
      const code = await codeFor(route)
      if (code !== wanted(route)) wrong.push(`${route.key} by link: ${code}, not ${wanted(route)}`)
    }
  }
  await compare('refused', () => 'forbidden')
  await compare('proof', ({ key }) => AFTER_PROOF[key] ?? 'wrong_password')
  await change(`UPDATE auth_users SET password_hash = NULL WHERE id = ${own}`, client)
  await compare('proof', ({ key }) => AFTER_PROOF[key] ?? 'password_missing')
  for (const route of forClients.filter(({ links = 'allowed' }) => links === 'allowed'))
    wrong.push(await findProblem(route, 'client', given))
  expect(wrong.filter(Boolean)).toEqual([])
})

it('answers each route at one of the two origins, and refuses everybody at the other', async () => {
  const remote = await newRemote('mf-clients')
  const { cookie } = await signedInOperator('operator-14@example.com')
  const tokens = [...OWNERS.map((who) => fixture.tokens[who]), remote.token]
  const wrong: string[] = []
  for (const route of routes.filter(({ site }) => site !== 'both')) {
    const elsewhere = route.site === 'portal' ? operatorUrl : portalUrl
    const path = pathOf(route, fixture.things)
    const body = route.method === 'GET' ? undefined : '{}'
    const answers = [
      ...tokens.map((token) => ask(token, route.method, path, body, elsewhere)),
      fetch(new URL(path, elsewhere), {
        method: route.method,
        redirect: 'manual',
        headers: { cookie },
        ...(body && { body }),
      }),
    ]
    for (const answer of await Promise.all(answers)) {
      const text = await answer.text()
      // Vitals refuse pages of all other origins first.
      const isRefused =
        (answer.status === 404 && text.includes('This answers only at')) ||
        (answer.status === 403 && route.key === 'POST /api/vitals')
      if (!isRefused || answer.headers.has('set-cookie')) wrong.push(`${route.key}: ${answer.status} ${text}`)
    }
  }
  expect(wrong).toEqual([])
  const open = routes.filter(({ site }) => site === 'both').map(({ key }) => key)
  expect(open.toSorted()).toEqual(['GET /api/health', 'GET /api/health/live', 'GET /api/remotes'])
  const changing = routes.filter(({ path }) => /^\/api\/(?:remotes\/|operations|auth\/operator)/.test(path))
  expect(changing.filter(({ site }) => site !== 'operators')).toEqual([])
})

it('finds a known access rule for every route', () => {
  expect(routes.filter((r) => !['public', 'user', 'bookkeeper', 'client', 'account'].includes(r.access))).toEqual([])
})

it('lists no routes that do not exist', () => {
  const known = new Set(routes.map((r) => r.key))
  const named = [
    ...Object.keys(BODIES),
    ...Object.keys(QUERIES),
    ...Object.keys(PUBLIC),
    ...Object.keys(AFTER_PROOF),
    ...LIVE_ONLY,
    ...FOR_GUESTS,
    ...FOR_DELEGATES,
    ...NAMED_IN_BODY,
    ...TURNED_OFF,
    ...EMPTY,
  ]
  expect(named.filter((key) => !known.has(key))).toEqual([])
  expect(
    Object.keys(THINGS).filter((prefix) => !routes.some((r) => r.path.startsWith(prefix) || r.key === prefix)),
  ).toEqual([])
})

it('documents every handler of the API', async () => {
  const { api } = await import('./app.ts')
  const { specOf } = await import('./endpoint.ts')
  const served = new Map<string, boolean>()
  for (const { method, path, handler } of api.routes) {
    // Handlers for all methods are middleware.
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    served.set(key, served.get(key) === true || specOf(handler) !== undefined)
  }
  expect([...served].filter(([, documented]) => !documented).map(([key]) => key)).toEqual([])
})
