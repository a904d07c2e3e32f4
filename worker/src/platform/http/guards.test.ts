import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { setRefreshCookie } from '../../portal/auth/sessions/cookies.ts'
import { setPendingCookie, setFlowCookie } from '../../portal/auth/oauth/cookies.ts'
import type { AppTypes } from '../../endpoint.ts'
import { type Env, settings } from '../../env.ts'
import { portalUrl, problemOf } from '../../testing/portal.ts'
import { mapError } from './errors.ts'
import { isCrossSite, isCrossOrigin } from './cross-site.ts'
import { contentSecurityPolicy, httpsOnly, ownServiceWorkerOnly, securityHeaders } from './security.ts'

const VARIABLES = {
  ENVIRONMENT: 'production',
  LIBSQL_URL: 'libsql://portal.turso.io',
  AUTH_SECRET: 'x'.repeat(32),
  ORIGIN: 'https://portal.example',
  OPERATOR_ORIGIN: 'https://ops.example',
  MAIL_FROM: 'portal@portal.example',
}
const PRODUCTION = VARIABLES as unknown as Env

const app = new Hono<AppTypes>()
  .use(securityHeaders)
  .use(httpsOnly)
  .use(ownServiceWorkerOnly)
  .use(async (c, next) => {
    c.set('ctx', { settings: settings(c.env) } as never)
    await next()
  })
  .get('/cookies', (c) => {
    setRefreshCookie(c, 'token')
    setFlowCookie(c, 'state', 'sealed')
    setPendingCookie(c, 'token')
    return c.text('')
  })
  .all('*', (c) => c.text('served'))
  .onError(mapError)
const ask = (address: string, init: RequestInit = {}) => app.request(address, init, PRODUCTION)
const PAGE = { headers: { accept: 'text/html,*/*' } }

describe('in production', () => {
  it('sets cookies with a prefix, so that neither other hosts nor plain HTTP can set them', async () => {
    const cookies = (await ask('https://portal.example/cookies')).headers.getSetCookie()
    expect(cookies).toHaveLength(3)
    expect(cookies[0]).toMatch(
      /^__Secure-portal_refresh=token; Max-Age=\d+; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/,
    )
    for (const cookie of cookies.slice(1))
      expect(cookie).toMatch(/^__Host-portal_oauth\w*=\w+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('redirects pages without TLS to https and refuses other requests', async () => {
    const page = await ask('http://portal.example/clients?search=x', PAGE)
    expect([page.status, page.headers.get('location')]).toEqual([308, 'https://portal.example/clients?search=x'])
    for (const refused of [
      ask('http://portal.example/api/clients', PAGE),
      ask('http://portal.example/', { method: 'POST', ...PAGE }),
    ])
      expect(await problemOf(await refused)).toMatchObject({ code: 'forbidden', detail: 'Please use https.' })
    for (const fine of ['https://portal.example/', 'http://127.0.0.1:8787/', 'http://localhost/'])
      expect(await (await ask(fine, PAGE)).text()).toBe('served')
  })

  it('sends HSTS and headers against framing, sniffing and cross-origin reads', async () => {
    const { headers } = await ask('https://portal.example/')
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*object-src 'none'; base-uri 'none'; frame-ancestors 'none'/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.has('access-control-allow-origin')).toBe(false)
  })

  it('refuses service workers other than its own, and lets no cache answer for it', async () => {
    const script = { headers: { 'service-worker': 'script' } }
    for (const path of ['/remotes/mf-evil/1.0.0/sw.js', '/api/files/x', '/', '/service-worker.js/x'])
      expect((await problemOf(await ask(`https://portal.example${path}`, script))).code, path).toBe('forbidden')
    expect((await ask('https://portal.example/service-worker.js', script)).status).toBe(200)
    expect((await ask('https://portal.example/remotes/mf-evil/1.0.0/sw.js')).headers.get('vary')).toBe('Service-Worker')
  })

  it('has one policy for pages and for files that the platform serves', () => {
    const headers = readFileSync(new URL('../../../../shell/public/_headers', import.meta.url), 'utf8')
    expect(headers).toContain(`  Content-Security-Policy: ${contentSecurityPolicy()}\n`)
  })

  const problem = (more: object): string => {
    try {
      settings({ ...VARIABLES, ...more } as unknown as Env)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    ['none', ''],
    ['plain http', 'http://ops.example'],
    ['a path', 'https://ops.example/remotes'],
    ['that of the portal', 'https://portal.example'],
    ['another port of the portal', 'https://portal.example:8443'],
    ['the portal in other letters', 'https://PORTAL.example'],
    ['the portal with a final dot', 'https://portal.example.'],
  ])('does not start when the operator origin is %s', (_, origin) => {
    expect(problem({ OPERATOR_ORIGIN: origin })).toContain('OPERATOR_ORIGIN must be')
  })

  it('refuses unencrypted connections to database, mail and lookups', () => {
    expect(problem({})).toBe('')
    expect(problem({ LIBSQL_URL: 'http://127.0.0.1:8080' })).toBe('')
    expect(problem({ LIBSQL_URL: 'http://db.example' })).toContain('LIBSQL_URL must be')
    expect(problem({ RESEND_URL: 'http://mail.example' })).toContain('RESEND_URL must be')
    expect(problem({ DOH_URL: 'http://dns.example' })).toContain('DOH_URL must be')
    expect(problem({ PASSWORD_HASH_COST: 'minimal' })).toContain('PASSWORD_HASH_COST must be')
    expect(problem({ BREACHED_URL: 'ftp://list.example' })).toContain('BREACHED_URL must be')
  })
})

describe('a cross-site request', () => {
  const request = (headers: Record<string, string>) =>
    new Request('https://portal.example/api/auth/sign-in', { headers })

  it('is recognized by Sec-Fetch-Site, or by Origin when it is missing', () => {
    for (const site of ['cross-site', 'same-site']) expect(isCrossSite(request({ 'sec-fetch-site': site }))).toBe(true)
    for (const site of ['same-origin', 'none']) expect(isCrossSite(request({ 'sec-fetch-site': site }))).toBe(false)
    for (const origin of ['https://evil.example', 'https://portal.example.evil.example', 'null', 'nonsense', ''])
      expect(isCrossSite(request({ origin }))).toBe(true)
    for (const headers of [{ origin: 'https://portal.example' }, {}])
      expect(isCrossSite(request(headers as Record<string, string>))).toBe(false)
    expect(isCrossOrigin(request({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }))).toBe(true)
  })

  it('cannot sign in', async () => {
    const signIn = await fetch(new URL('/api/auth/sign-in', portalUrl), {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      body: JSON.stringify({ email: 'ann@example.com', password: 'sesame', portal: 'client' }),
    })
    expect((await problemOf(signIn)).code).toBe('forbidden')
  })
})
