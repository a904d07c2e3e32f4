import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../endpoint.ts'
import { openDatabase, type Trips } from '../db/client.ts'
import { settings } from '../env.ts'
import { AppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { log } from '../log.ts'

/** Makes the context of a request, and logs the request without personal data: route pattern, status, time, trips; no address, no query. */
export const requestContext = createMiddleware<AppTypes>(async (c, next) => {
  const config = settings(c.env)
  const trips: Trips = { reads: 0, writes: 0 }
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !/^[\w-]{8,100}$/.test(key)) {
    throw new AppError('invalid_input', { detail: 'Idempotency-Key must be 8 to 100 letters, digits, _ or -.' })
  }
  const requestId = uuidv7()
  const url = new URL(c.req.url)
  c.set('ctx', {
    env: c.env,
    settings: config,
    db: openDatabase(config, trips),
    trips,
    requestId,
    origin: config.ORIGIN || url.origin,
    ip: c.req.header('cf-connecting-ip') ?? '',
    userAgent: c.req.header('user-agent') ?? '',
    idempotencyKey: key,
    now: new Date(),
  })
  const started = performance.now()
  await next()
  if (!url.pathname.startsWith('/api/')) return
  const took = performance.now() - started
  c.header('x-request-id', requestId)
  c.header('server-timing', `reads;desc="${trips.reads}", writes;desc="${trips.writes}"`)
  c.header('cache-control', c.res.headers.get('cache-control') ?? 'no-store')
  log('request', {
    id: requestId,
    method: c.req.method,
    route: c.req.routePath,
    status: c.res.status,
    ms: Math.round(took),
    reads: trips.reads,
    writes: trips.writes,
  })
})
