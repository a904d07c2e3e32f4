import { VITALS_BYTES, VitalsReport } from '@portal/contract/vitals'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { readerOf } from '../remotes/preview-pages.ts'
import { recordVitals } from './record-vitals.ts'

/** Refuses reports from pages of other origins. Browsers send the origin with every report. */
const ownOrigin = createMiddleware<AppTypes>(async (c, next) => {
  if (c.req.header('origin') !== c.var.ctx.origin) throw new AppError('forbidden')
  await next()
})

/** Route for reports of page metrics and errors. */
export const vitalsRoutes = new Hono<AppTypes>().post(
  '/',
  ownOrigin,
  endpoint({
    id: 'reportVitals',
    summary: 'Report page metrics, errors and outcomes, without personal data',
    access: 'public',
    json: VitalsReport,
    maxBytes: VITALS_BYTES,
    status: 204,
    errors: ['forbidden', 'too_large', 'too_many_requests'],
  }),
  async (c) => {
    await recordVitals(c.var.ctx, c.req.valid('json'), readerOf(c))
    return c.body(null, 204)
  },
)
