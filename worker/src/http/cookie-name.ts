import type { Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'

/**
 * The name of a cookie with its prefix, by which browsers refuse one that was set without TLS (`Secure`), or by another host or for another
 * path than `/` (`Host`). They take no such name over plain http, so on a development machine it has none.
 */
export function cookieName(c: HonoContext, prefix: 'Secure' | 'Host', name: string): string {
  return (c.get('ctx') as Context).settings.development ? name : `__${prefix}-${name}`
}
