import { VITALS_BYTES, VitalsReport } from '@portal/contract/vitals'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import { recordVitals } from './record-vitals.ts'

/** Takes reports of the portal's own pages alone. A browser names the origin with every report it sends. */
const ownOrigin = createMiddleware<AppTypes>(async (c, next) => {
  if (c.req.header('origin') !== c.var.ctx.origin) throw new AppError('forbidden')
  await next()
})

/** Where browsers report how pages did. */
export const vitalsRoutes = new Hono<AppTypes>().post(
  '/',
  ownOrigin,
  endpoint({
    id: 'reportVitals',
    summary: 'Counts how a page of the portal did, without anything personal',
    access: 'public',
    json: VitalsReport,
    maxBytes: VITALS_BYTES,
    status: 204,
    errors: ['forbidden', 'too_large', 'too_many_requests'],
  }),
  async (c) => {
    await recordVitals(c.var.ctx, c.req.valid('json'))
    return c.body(null, 204)
  },
)
