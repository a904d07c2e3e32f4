import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../endpoint.ts'
import { isLoopback, settings } from '../env.ts'
import { AppError } from '../errors.ts'

/** One origin, no inline script, no eval. Styles may be inline: components set positions and sizes as style attributes. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
].join('; ')

/** Of bytes that a person uploaded: they are data, and no page of the portal's own, whatever a browser is made to do with them. */
export const INERT_POLICY = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Whether a request came without TLS to a portal that is not on one's own machine. A page is led to its https address; anything else is
 * refused: a program that leaves TLS out by mistake should notice, not be led around it.
 */
function isPlainHttp(address: string, development: boolean): boolean {
  return !development && address.startsWith('http:') && !isLoopback(new URL(address).hostname)
}

/** Lets no request in that came without TLS. */
export const httpsOnly = createMiddleware<AppTypes>(async (c, next) => {
  if (!isPlainHttp(c.req.url, settings(c.env).development)) return next()
  const url = new URL(c.req.url)
  const page = ['GET', 'HEAD'].includes(c.req.method) && !url.pathname.startsWith('/api/')
  if (!page) throw new AppError('forbidden', { detail: 'Please use https.' })
  url.protocol = 'https:'
  return c.redirect(url.toString(), 308)
})

/** Security headers on every answer, unless a route has set its own stricter ones. */
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
  if (c.req.url.startsWith('https:')) add('strict-transport-security', 'max-age=63072000; includeSubDomains')
  c.res = new Response(c.res.body, { status: c.res.status, headers })
})
