import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppTypes } from '../../endpoint.ts'
import { noTrips, openDatabase, type Trips } from '../db/client.ts'
import { operatorOrigin, portalOrigin, settings } from '../../env.ts'
import { sourcePseudonym } from '../limits/pseudonyms.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../ids.ts'
import { log } from '../log.ts'
import { networkOf } from '../net/network-of.ts'
import { fingerprint } from './fingerprint.ts'
import { mapError } from './errors.ts'

/**
 * Returns the Server-Timing header. Under /api/auth it has no durations, because they would reveal whether an address
 * is known; the number of round trips does not depend on it.
 */
function serverTiming(path: string, { reads, writes, ms }: Trips, took: number): string {
  const trips = `reads;desc="${reads}", writes;desc="${writes}"`
  return path.startsWith('/api/auth/') ? trips : `${trips}, db;dur=${ms.toFixed(1)}, total;dur=${took.toFixed(1)}`
}

/**
 * Returns log fields for sign-in attempts and refused requests: the error code, the user's id if signed in, and a
 * keyed hash of the source, which groups requests of the same origin.
 */
function securityFields(
  ctx: Context & { actor?: { userId: string } },
  error: Error | undefined,
): Record<string, string> {
  const refused = error instanceof AppError ? error.code : error && 'internal'
  const attempt = ctx.logFields ?? {}
  if (!refused && Object.keys(attempt).length === 0) return {}
  const source = sourcePseudonym(ctx)
  return {
    ...attempt,
    ...(refused && { refused }),
    ...(ctx.actor && { user: ctx.actor.userId }),
    ...(source && { source }),
  }
}

/**
 * Creates the context of a request and logs the request without personal data: route pattern, status, duration, round
 * trips and release, but no path or query.
 */
export const requestContext = createMiddleware<AppTypes>(async (c, next) => {
  const config = settings(c.env)
  const trips = noTrips()
  const key = c.req.header('idempotency-key')
  const requestId = uuidv7()
  const url = new URL(c.req.url)
  const origin = portalOrigin(config, url)
  const operators = operatorOrigin(config, origin)
  c.set('ctx', {
    env: c.env,
    settings: config,
    db: openDatabase(config, trips),
    trips,
    logFields: {},
    requestId,
    origin,
    operatorOrigin: operators,
    site: url.host === new URL(operators).host ? 'operators' : 'portal',
    network: networkOf(c.req.header('cf-connecting-ip') ?? ''),
    userAgent: c.req.header('user-agent') ?? '',
    background: (work) => c.executionCtx.waitUntil(work.catch(() => undefined)),
    idempotencyKey: key,
    target: `${c.req.method} ${url.pathname}`,
    fingerprint: fingerprint(url, c.req.header('content-length')),
    now: new Date(),
  })
  const started = performance.now()
  if (key === undefined || /^[\w-]{8,100}$/.test(key)) await next()
  else {
    c.error = new AppError('invalid_input', { detail: 'Idempotency-Key must be 8 to 100 letters, digits, _ or -.' })
    c.res = mapError(c.error, c)
  }
  const took = performance.now() - started
  const { method } = c.req
  const { status } = c.res
  const { reads, writes } = trips
  if (url.pathname.startsWith('/api/')) {
    c.header('x-request-id', requestId)
    c.header('server-timing', serverTiming(url.pathname, trips, took))
    c.header('cache-control', c.res.headers.get('cache-control') ?? 'no-store')
  }
  const cost = { ms: Math.round(took), reads, writes, db_ms: Math.round(trips.ms) }
  log('request', {
    id: requestId,
    method,
    route: routePath(c),
    status,
    ...cost,
    release: config.RELEASE,
    ...securityFields(c.get('ctx'), c.error),
  })
})
