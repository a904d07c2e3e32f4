import { ask } from '../../worker/src/testing/access-fixture.ts'
import { allRoutes, pathOf } from '../../worker/src/testing/access-routes.ts'
import { BODIES, QUERIES } from '../../worker/src/testing/access-rules.ts'
import { post, registered } from '../../worker/src/testing/accounts.ts'
import { stranger } from '../../worker/src/testing/portal.ts'
import { attack } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { newFirm, newSession } from './lib/people.ts'
import { drain, inParallel, rawRequest, words } from './lib/requests.ts'

/** Requests that a page of another site can make a browser send, and forged headers, on every route. */

const EVIL = 'https://evil.example'
const [firm, routes] = [await newFirm(), await allRoutes()]

/** Headers of requests from other sites. Old browsers send no Sec-Fetch-Site. */
const OTHER_SITES: Record<string, Record<string, string>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: EVIL },
  'another site of the same owner': { 'sec-fetch-site': 'same-site', origin: 'https://other.portal.example' },
  'an old browser': { origin: EVIL },
  'a sandboxed page': { origin: 'null' },
}
const PATHS = words('refresh sign-out sign-in sign-up oauth/finish oauth/link password/reset-request client/code')
const TYPES = words('application/x-www-form-urlencoded multipart/form-data;boundary=x text/plain application/json')

attack('requests from other sites with the cookies of the portal', async (t) => {
  const person = await registered()
  const { cookie, session } = await newSession(person)
  for (const [site, headers] of Object.entries(OTHER_SITES))
    for (const path of PATHS)
      for (const type of TYPES) {
        const sent = { ...headers, cookie, 'content-type': type }
        const response = await post(`/api/auth/${path}`, { ...person, portal: 'bookkeeper' }, sent)
        t.check(!response.headers.has('set-cookie'), `${path} sets a cookie for ${site}`)
        await t.refuses(`${path} as ${type} from ${site}`, response, 'forbidden')
      }
  const isLive = (await countRows('sessions WHERE id = ? AND revoked_at IS NULL', session.session_id)) === 1
  t.check(isLive, 'another site ended the session')
})

attack('methods, addresses and paths in headers', async (t, { url }) => {
  const { bookkeeper, one } = firm
  const assignment = `/api/clients/${one.things.client}/workforms/${one.things.workform}`
  for (const name of words('x-http-method-override x-http-method x-method-override'))
    for (const method of ['GET', 'POST']) {
      const { status } = await bookkeeper.fetch(`${assignment}?_method=DELETE`, {
        method,
        headers: { [name]: 'DELETE' },
      })
      t.check(status === 405, `${method} with ${name}: ${status}`)
    }
  for (const name of words('x-original-url x-rewrite-url x-forwarded-prefix x-forwarded-path')) {
    const text = await drain(bookkeeper.fetch('/api/health/live', { headers: { [name]: '/api/clients' } }))
    t.check(!text.includes(one.client.email), `${name} leads to another route`)
  }
  const paths = '//evil.example/ /\\evil.example/ /%2f%2fevil.example/ ///evil.example /clients//evil.example/..'
  for (const path of words(`${paths} /remotes/..%2f..%2fapi /.//evil.example`)) {
    const { location = '/' } = (await rawRequest(url, path)).headers
    t.check(new URL(location, url).origin === url, `${path} redirects to ${location}`)
  }
})

attack('preflights of other origins', async (t, { operatorUrl }) => {
  const paths = new Set(routes.map((route) => pathOf(route, firm.one.things)))
  const requests = [...paths].flatMap((path) => [EVIL, 'null', operatorUrl].map((origin) => ({ path, origin })))
  await inParallel(requests, async ({ path, origin }) => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    const response = await stranger.fetch(path, { method: 'OPTIONS', headers: { origin, ...asked } })
    await drain(response)
    const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
    const held = allowed.length === 0 && response.status >= 400
    t.check(held, `a preflight of ${origin} at ${path}: ${response.status} ${allowed.join()}`)
  })
})

const CHANGES = ['POST /api/downloads', 'POST /api/portal/sections/{id}/submit']

attack('private responses in caches', async (t) => {
  const { bookkeeper, one } = firm
  const isPrivate = ({ method, path, access }: (typeof routes)[number]) =>
    method === 'GET' && access !== 'public' && !path.endsWith('/realtime')
  for (const route of routes.filter((each) => isPrivate(each) || CHANGES.includes(each.key))) {
    const { key, method } = route
    const body = method === 'GET' ? undefined : (BODIES[key]?.(one.things) ?? {})
    for (const { token } of [bookkeeper, one.client]) {
      const response = await ask(token, method, pathOf(route, one.things) + (QUERIES[key] ?? ''), body)
      await response.body?.cancel()
      const value = response.headers.get('cache-control') ?? ''
      t.check(/no-store/.test(value) && !/public/.test(value), `${key} may be cached: ${value}`)
    }
  }
})
