import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@portal/contract/auth'
import { allRoutes, BODIES, pathOf, QUERIES } from '../../worker/src/testing/access-rules.ts'
import { ask } from '../../worker/src/testing/access-world.ts'
import { cookieOf, post, registered } from '../../worker/src/testing/accounts.ts'
import { Browser } from '../../worker/src/testing/browser.ts'
import { stranger } from '../../worker/src/testing/portal.ts'
import { rows } from '../../worker/src/testing/work.ts'
import { type Attack, Trial } from './attack.ts'
import { newFirm } from './firms.ts'
import { pooled } from './pool.ts'
import { startTarget, type Target } from './target.ts'

/** What a page of another site makes a browser send, and what a request claims about itself. */

const EVIL = 'https://evil.example'

/** How requests of other sites look: with the header that all browsers of today send, and without it. */
const FOREIGN: Record<string, Record<string, string>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: EVIL },
  'another site of the same owner': { 'sec-fetch-site': 'same-site', origin: 'https://other.portal.example' },
  'an old browser': { origin: EVIL },
  'a sandboxed page': { origin: 'null' },
}
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

async function cookies(): Promise<Attack> {
  const trial = new Trial('requests of other sites, with the cookies of the portal')
  const person = await registered()
  const signedIn = await post('/api/auth/sign-in', { ...person, portal: 'bookkeeper' })
  const cookie = cookieOf(signedIn)
  const { session_id } = (await signedIn.json()) as Session
  const paths = ['refresh', 'sign-out', 'sign-in', 'sign-up', 'oauth/finish', 'oauth/link', 'password/reset-request', 'client/code']
  for (const [who, headers] of Object.entries(FOREIGN)) {
    for (const path of paths) {
      for (const type of [...FORMS, 'application/json']) {
        const body = JSON.stringify({ ...person, portal: 'bookkeeper' })
        const answer = await stranger.fetch(`/api/auth/${path}`, {
          method: 'POST',
          headers: { ...headers, cookie, 'content-type': type },
          body,
        })
        trial.must(!answer.headers.has('set-cookie'), `${path} sets a cookie for ${who}`)
        await trial.refused(`${path} as ${type} from ${who}`, answer, 'forbidden')
      }
    }
    const start = await stranger.fetch('/api/auth/oauth/oidc/start', { headers: { ...headers, cookie }, redirect: 'manual' })
    if ('sec-fetch-site' in headers) trial.must(start.status === 403, `${who} begins a way through a provider: ${start.status}`)
  }
  const [row] = await rows<{ revoked_at: string | null }>('SELECT revoked_at FROM sessions WHERE id = ?', session_id)
  trial.must(row?.revoked_at === null, 'the session was ended from another site')
  trial.must((await post('/api/auth/refresh', {}, { cookie })).ok, 'the session does not go on afterwards')
  return trial.result()
}

async function providers(): Promise<Attack> {
  const trial = new Trial('ways through a provider')
  const outcome = (to: URL): string => to.searchParams.get('oauth_error') ?? to.searchParams.get('oauth') ?? ''
  const [mine, theirs] = [new Browser(), new Browser()]
  const login = () => `${Math.random().toString(36).slice(2)}@example.com`
  const back = await mine.authenticate(await mine.begin(), login())
  trial.must(outcome(await theirs.comeBack(back)) !== 'finish', "an attacker's way back signs somebody else in")
  const bare = new URL(back)
  bare.searchParams.delete('state')
  trial.must(outcome(await mine.comeBack(bare)) !== 'finish', 'a way back without its state goes on')
  const wrong = new URL(back)
  wrong.searchParams.set('state', 'A'.repeat(43))
  trial.must(outcome(await mine.comeBack(wrong)) !== 'finish', 'a way back with another state goes on')
  const other = new URL(back)
  other.searchParams.set('iss', EVIL)
  const fresh = new Browser()
  const again = await fresh.authenticate(await fresh.begin(), login())
  trial.must(outcome(await fresh.comeBack(again)) === 'finish', 'the right way back does not go on')
  trial.must(outcome(await fresh.comeBack(again)) !== 'finish', 'a way back goes on twice')
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/%2f/../..//evil.example',
  ]) {
    const browser = new Browser()
    const end = await browser.through(login(), next)
    trial.must(end.host === new URL(back).host, `next=${next} leads to ${end.href}`)
    const onward = new URL(end.searchParams.get('next') ?? '/', end)
    trial.must(onward.origin === end.origin, `next=${next} goes on to ${onward.href}`)
  }
  return trial.result()
}

async function overrides(target: Target): Promise<Attack> {
  const trial = new Trial('methods, hosts and paths that a header claims')
  const { bookkeeper, one } = await newFirm()
  const pair = `/api/clients/${one.things.client}/workforms/${one.things.workform}`
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    for (const method of ['GET', 'POST']) {
      const answer = await bookkeeper.fetch(pair, { method, headers: { [name]: 'DELETE' } })
      trial.must(answer.status === 404, `${method} with ${name}: ${answer.status}`)
    }
    await bookkeeper.fetch(`${pair}?_method=DELETE`, { method: 'POST' })
  }
  trial.must(
    (await rows('SELECT 1 FROM book_client_workforms WHERE client_id = ?', one.things.client)).length > 0,
    'a claimed method took an assignment away',
  )
  for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-path']) {
    const answer = await bookkeeper.fetch('/api/health/live', { headers: { [name]: '/api/clients' } })
    trial.must(!(await answer.text()).includes(one.client.email), `${name} leads to another route`)
  }
  for (const path of [
    '//evil.example/',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '///evil.example',
    '/clients//evil.example/..',
    '/remotes/..%2f..%2fapi',
    '/.//evil.example',
  ]) {
    const answer = await raw(target.url, path, {})
    const to = answer.headers.location
    trial.must(to === undefined || new URL(to, target.url).origin === new URL(target.url).origin, `${path} redirects to ${to}`)
  }
  return trial.result()
}

/** A request with headers that `fetch` does not let one set. */
function raw(
  url: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    // The live channel was opened: the worst answer there is.
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: 101, headers: answer.headers, text: '' })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function otherOrigins(target: Target): Promise<Attack> {
  const trial = new Trial('other origins: preflights, answers, the live channel')
  const firm = await newFirm()
  const paths = [...new Set((await allRoutes()).map((r) => pathOf(r, firm.one.things)))]
  const preflights = paths.flatMap((path) =>
    [EVIL, 'null', target.url.replace('127.0.0.1', 'localhost')].map((origin) => async () => {
      const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const answer = await stranger.fetch(path, { method: 'OPTIONS', headers })
      const allowed = [...answer.headers.keys()].filter((h) => h.startsWith('access-control-'))
      trial.must(
        allowed.length === 0 && answer.status >= 400,
        `${path} answers a preflight of ${origin}: ${answer.status} ${allowed.join()}`,
      )
    }),
  )
  await pooled(preflights)
  const read = await firm.bookkeeper.fetch('/api/clients', { headers: { origin: EVIL } })
  trial.must(!read.headers.has('access-control-allow-origin'), 'another origin may read the clients')
  for (const origin of [
    EVIL,
    'null',
    'file://',
    'not an origin',
    `${target.url}.evil.example`,
    target.url.replace('127.0.0.1', 'localhost'),
  ]) {
    const answer = await raw(target.url, '/api/realtime', {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('a key of 16 byte').toString('base64'),
      'sec-websocket-protocol': `portal.v1, token.${firm.one.client.token}`,
      origin,
    })
    trial.must(answer.status === 403, `a page of ${origin} opens the live channel: ${answer.status} ${answer.text.slice(0, 100)}`)
  }
  return trial.result()
}

async function caches(): Promise<Attack> {
  const trial = new Trial('what a cache may keep of private answers')
  const firm = await newFirm()
  for (const route of await allRoutes()) {
    if (route.method !== 'GET' || route.path.endsWith('/realtime')) continue
    for (const token of route.access === 'public' ? [''] : [firm.bookkeeper.token, firm.one.client.token]) {
      const answer = await ask(token, 'GET', pathOf(route, firm.one.things) + (QUERIES[route.key] ?? ''))
      await answer.body?.cancel()
      const control = answer.headers.get('cache-control') ?? ''
      if (route.access !== 'public')
        trial.must(/no-store/.test(control) && !/public/.test(control), `${route.key} ${answer.status} may be kept: ${control}`)
    }
  }
  for (const key of ['POST /api/downloads', 'POST /api/portal/sections/{id}/submit']) {
    const route = (await allRoutes()).find((r) => r.key === key)
    if (!route) continue
    const answer = await ask(firm.bookkeeper.token, 'POST', pathOf(route, firm.one.things), BODIES[key]?.(firm.one.things) ?? {})
    trial.must(answer.headers.get('cache-control') === 'no-store', `${key} may be kept: ${answer.headers.get('cache-control')}`)
  }
  return trial.result()
}

/** A mail provider that keeps what it was given. */
async function sink() {
  const mails: string[] = []
  const server = createServer((incoming, answer) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      mails.push(text)
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`
  return { url, mails, stop: () => server.close() }
}

async function hosts(): Promise<Attack> {
  const trial = new Trial('the address in links of mails, in production')
  const provider = await sink()
  const vars = {
    ENVIRONMENT: 'production',
    ORIGIN: 'https://portal.example',
    MAIL_FROM: 'portal@portal.example',
    RESEND_API_KEY: 'key',
    RESEND_URL: provider.url,
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_CLIENT_SECRET: '',
  }
  const target = await startTarget({ vars })
  try {
    const claims = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example;proto=http' },
      { 'x-forwarded-proto': 'http', 'x-forwarded-server': 'evil.example' },
      { origin: '' },
    ]
    let taken = 0
    for (const [i, claim] of claims.entries()) {
      const person = { name: 'Ann', email: `ann-${i}@example.com`, password: 'a-fine-Password-7', company: 'Ann & Co', timeZone: 'UTC' }
      const headers = { 'content-type': 'application/json', ...Object.fromEntries(Object.entries(claim).filter(([, v]) => v !== '')) }
      const answer = await raw(target.url, '/api/auth/sign-up', headers, JSON.stringify(person))
      if (answer.status === 201) taken++
      // Another host than one's own machine is taken for one that is reached without TLS.
      trial.must(answer.status === 201 || answer.status === 403, `a sign-up with ${JSON.stringify(claim)}: ${answer.status} ${answer.text}`)
    }
    const until = Date.now() + 20_000
    while (provider.mails.length < taken && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    trial.must(taken > 0 && provider.mails.length === taken, `${provider.mails.length} of ${taken} mails came`)
    for (const mail of provider.mails) {
      const links = mail.match(/https?:\/\/[^\s"'<>\\)]+/g) ?? []
      const foreign = links.filter((link) => !link.startsWith('https://portal.example'))
      trial.must(links.length > 0 && foreign.length === 0 && !mail.includes('evil.example'), `a mail links to ${foreign.join(', ')}`)
    }
    trial.must((await fetch(`${target.url}/dev/mailbox.json`)).status === 404, 'the mailbox of development is open in production')
  } finally {
    await target.stop()
    provider.stop()
  }
  return trial.result()
}

/** The attacks of this part. */
export async function attackCrossSite(target: Target): Promise<Attack[]> {
  return [await cookies(), await providers(), await overrides(target), await otherOrigins(target), await caches(), await hosts()]
}
