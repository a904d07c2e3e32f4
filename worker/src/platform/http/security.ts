import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../../endpoint.ts'
import { settings } from '../../env.ts'
import { isLoopback } from '../settings/variables.ts'
import { AppError } from '../../errors.ts'

/**
 * Returns the policy of pages: one origin, no inline scripts, no eval. Inline styles are allowed, because components
 * set positions and sizes.
 * @param local servers on the machine of the browser, which a developer has allowed for this browser
 * @param forms where forms may be sent
 */
export function contentSecurityPolicy(local: readonly string[] = [], forms = "'self'"): string {
  const sources = ["'self'", ...local].join(' ')
  return [
    "default-src 'none'",
    `script-src ${sources}`,
    `style-src ${sources} 'unsafe-inline'`,
    `img-src ${sources} data: blob:`,
    `font-src ${sources}`,
    `connect-src ${sources}`,
    "worker-src 'self'",
    `form-action ${forms}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}

const CONTENT_SECURITY_POLICY = contentSecurityPolicy()

/** Policy for uploaded files, so that a browser never runs them as a page of the portal. */
export const INERT_POLICY = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Returns whether a request arrived without TLS at a portal that is not on the local machine. */
function isPlainHttp(address: string, development: boolean): boolean {
  return !development && address.startsWith('http:') && !isLoopback(new URL(address).hostname)
}

/** Redirects pages to https and refuses other requests without TLS, so that clients notice a wrong configuration. */
export const httpsOnly = createMiddleware<AppTypes>(async (c, next) => {
  if (!isPlainHttp(c.req.url, settings(c.env).development)) return next()
  const url = new URL(c.req.url)
  const page = ['GET', 'HEAD'].includes(c.req.method) && !url.pathname.startsWith('/api/')
  if (!page) throw new AppError('forbidden', { detail: 'Please use https.' })
  url.protocol = 'https:'
  return c.redirect(url.toString(), 308)
})

const SERVICE_WORKER = '/service-worker.js'

/**
 * Refuses every script as a service worker, except the portal's own. That of a remote would run code of a version that
 * is no longer live. Only browsers can set this header.
 */
export const ownServiceWorkerOnly = createMiddleware<AppTypes>(async (c, next) => {
  if (c.req.header('service-worker') !== undefined && c.req.path !== SERVICE_WORKER)
    throw new AppError('forbidden', { detail: 'The portal has only one service worker.' })
  await next()
})

/** Sets security headers on every response, unless a route has set its own. */
export const securityHeaders = createMiddleware<AppTypes>(async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const headers = new Headers(c.res.headers)
  const add = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value)
  }
  add('content-security-policy', CONTENT_SECURITY_POLICY)
  add('x-content-type-options', 'nosniff')
  add('referrer-policy', 'no-referrer')
  add('cross-origin-opener-policy', 'same-origin')
  add('cross-origin-resource-policy', 'same-origin')
  add('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
  // With `updateViaCache: 'all'`, a browser may take a service worker from its cache, without asking for it.
  headers.append('vary', 'Service-Worker')
  if (c.req.url.startsWith('https:')) add('strict-transport-security', 'max-age=63072000; includeSubDomains')
  c.res = new Response(c.res.body, { status: c.res.status, headers })
})
