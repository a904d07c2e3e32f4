import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../endpoint.ts'

/** One origin, no inline script, no eval. Styles may be inline: components set positions and sizes as style attributes. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
].join('; ')

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
