import type { Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'

/**
 * Returns the name of a cookie with its prefix. Browsers refuse `__Secure-` cookies without TLS, and `__Host-` cookies
 * from other hosts or for other paths than `/`. Development uses plain http, where browsers accept neither.
 */
export function cookieName(c: HonoContext, prefix: 'Secure' | 'Host', name: string): string {
  return (c.get('ctx') as Context).settings.development ? name : `__${prefix}-${name}`
}
