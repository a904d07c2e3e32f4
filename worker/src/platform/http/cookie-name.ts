import type { Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'

/**
 * Returns the name of a cookie with its prefix. Browsers refuse `__Secure-` cookies without TLS, and `__Host-` cookies
 * from other hosts or for other paths than `/`. Newer ones refuse `__Host-Http-` cookies from scripts, too. Development
 * uses plain http, where browsers accept none of them.
 */
export function cookieName(c: HonoContext, prefix: 'Secure' | 'Host' | 'Host-Http', name: string): string {
  return (c.get('ctx') as Context).settings.development ? name : `__${prefix}-${name}`
}
