import { allRoutes, pathOf } from '../../worker/src/testing/access-routes.ts'
import { BODIES, QUERIES } from '../../worker/src/testing/access-rules.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import { post, registered } from '../../worker/src/testing/accounts.ts'
import { Browser } from '../../worker/src/testing/browser.ts'
import { stranger } from '../../worker/src/testing/portal.ts'
import { attack } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { newFirm, newSession } from './lib/people.ts'
import { drain, FOREIGN_TARGETS, inParallel, rawRequest, words } from './lib/requests.ts'

/** Requests that a page of another site can make a browser send, and forged headers. */

const EVIL = 'https://evil.example'
const [firm, routes] = [await newFirm(), await allRoutes()]

/** Headers of requests from other sites. Old browsers send no Sec-Fetch-Site. */
const OTHER_SITES: Record<string, Record<string, string>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: EVIL },
  'another site of the same owner': { 'sec-fetch-site': 'same-site', origin: 'https://other.portal.example' },
  'an old browser': { origin: EVIL },
  'a sandboxed page': { origin: 'null' },
}

attack('requests from other sites with the cookies of the portal', async (t) => {
  const person = await registered()
  const { cookie, session } = await newSession(person)
  const paths = 'refresh sign-out sign-in sign-up oauth/finish oauth/link password/reset-request client/code'
  const types = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json',
  ]
  for (const [site, headers] of Object.entries(OTHER_SITES)) {
    for (const path of words(paths)) {
      for (const type of types) {
        const response = await post(
          `/api/auth/${path}`,
          { ...person, portal: 'bookkeeper' },
          { ...headers, cookie, 'content-type': type },
        )
        t.check(!response.headers.has('set-cookie'), `${path} sets a cookie for ${site}`)
        await t.refuses(`${path} as ${type} from ${site}`, response, 'forbidden')
      }
    }
    if ('sec-fetch-site' in headers) {
      const init = { headers: { ...headers, cookie }, redirect: 'manual' } as const
      await t.refuses(`sign-in with a provider from ${site}`, stranger.fetch('/api/auth/oauth/oidc/start', init))
    }
  }
  const isLive = (await countRows('sessions WHERE id = ? AND revoked_at IS NULL', session.session_id)) === 1
  t.check(isLive, 'another site ended the session')
  await t.accepts('the session afterwards', post('/api/auth/refresh', {}, { cookie }))
})

attack('sign-in with a provider: callbacks and targets of others', async (t) => {
  const signsIn = (url: URL) => (url.searchParams.get('oauth_error') ?? url.searchParams.get('oauth')) === 'finish'
  const login = () => `${Math.random().toString(36).slice(2)}@example.com`
  const authenticated = async () => {
    const browser = new Browser()
    return { browser, callback: await browser.authenticate(await browser.begin(), login()) }
  }
  const { browser, callback } = await authenticated()
  t.check(!signsIn(await new Browser().comeBack(callback)), "an attacker's callback signs another person in")
  t.check(signsIn(await browser.comeBack(callback)), 'a valid callback does not sign in')
  t.check(!signsIn(await browser.comeBack(callback)), 'a callback signs in twice')
  for (const [what, forge] of Object.entries<(query: URLSearchParams) => void>({
    'without state': (query) => query.delete('state'),
    'with another state': (query) => query.set('state', 'A'.repeat(43)),
    'of another issuer': (query) => query.set('iss', EVIL),
  })) {
    const forged = await authenticated()
    forge(forged.callback.searchParams)
    t.check(!signsIn(await forged.browser.comeBack(forged.callback)), `a callback ${what} signs in`)
  }
  for (const next of FOREIGN_TARGETS) {
    const end = await new Browser().through(login(), next)
    const onward = new URL(end.searchParams.get('next') ?? '/', end)
    t.check(end.host === callback.host && onward.origin === end.origin, `next=${next}: ${end.href}, ${onward.href}`)
  }
})

attack('methods, addresses and paths in headers', async (t, { url }) => {
  const { bookkeeper, one } = firm
  const assignment = `/api/clients/${one.things.client}/workforms/${one.things.workform}`
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    for (const method of ['GET', 'POST']) {
      const { status } = await bookkeeper.fetch(assignment, { method, headers: { [name]: 'DELETE' } })
      t.check(status === 405, `${method} with ${name}: ${status}`)
    }
  }
  await drain(bookkeeper.fetch(`${assignment}?_method=DELETE`, { method: 'POST' }))
  const left = await countRows('book_client_workforms WHERE client_id = ?', one.things.client)
  t.check(left > 0, 'a method in a header removed an assignment')
  for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-path']) {
    const text = await drain(bookkeeper.fetch('/api/health/live', { headers: { [name]: '/api/clients' } }))
    t.check(!text.includes(one.client.email), `${name} leads to another route`)
  }
  const paths = '//evil.example/ /\\evil.example/ /%2f%2fevil.example/ ///evil.example /clients//evil.example/..'
  for (const path of words(`${paths} /remotes/..%2f..%2fapi /.//evil.example`)) {
    const { location = '/' } = (await rawRequest(url, path)).headers
    t.check(new URL(location, url).origin === url, `${path} redirects to ${location}`)
  }
})

attack('other origins: preflights, responses, live connections', async (t, { url, operatorUrl }) => {
  const paths = new Set(routes.map((route) => pathOf(route, firm.one.things)))
  await inParallel(
    [...paths].flatMap((path) => [EVIL, 'null', operatorUrl].map((origin) => ({ path, origin }))),
    async ({ path, origin }) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const response = await stranger.fetch(path, { method: 'OPTIONS', headers })
      await drain(response)
      const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      const held = allowed.length === 0 && response.status >= 400
      t.check(held, `a preflight of ${origin} at ${path}: ${response.status} ${allowed.join()}`)
    },
  )
  const { headers } = await firm.bookkeeper.fetch('/api/clients', { headers: { origin: EVIL } })
  t.check(!headers.has('access-control-allow-origin'), 'another origin may read the clients')
  for (const origin of [EVIL, 'null', 'file://', 'not an origin', `${url}.evil.example`, operatorUrl]) {
    const { status } = await rawRequest(url, '/api/realtime', {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('a key of 16 byte').toString('base64'),
      'sec-websocket-protocol': `portal.v1, token.${firm.one.client.token}`,
      origin,
    })
    t.check(status === 403, `a live connection of ${origin}: ${status}`)
  }
})

attack('private responses in caches', async (t) => {
  const { bookkeeper, one } = firm
  const cacheControl = async (token: string, key: string) => {
    const route = routes.find((r) => r.key === key)
    if (!route) throw new Error(`There is no route ${key}.`)
    const body = route.method === 'GET' ? undefined : (BODIES[key]?.(one.things) ?? {})
    const response = await ask(token, route.method, pathOf(route, one.things) + (QUERIES[key] ?? ''), body)
    await response.body?.cancel()
    return response.headers.get('cache-control') ?? ''
  }
  for (const { method, path, key, access } of routes) {
    if (method !== 'GET' || access === 'public' || path.endsWith('/realtime')) continue
    for (const { token } of [bookkeeper, one.client]) {
      const value = await cacheControl(token, key)
      t.check(/no-store/.test(value) && !/public/.test(value), `${key} may be cached: ${value}`)
    }
  }
  for (const key of ['POST /api/downloads', 'POST /api/portal/sections/{id}/submit']) {
    const value = await cacheControl(bookkeeper.token, key)
    t.check(value === 'no-store', `${key} may be cached: ${value}`)
  }
})
