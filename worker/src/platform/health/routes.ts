import { Health, Live } from '@portal/contract/health'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { AppError, problem } from '../../errors.ts'
import { checkHealth } from './check-health.ts'

/** Routes for liveness and health checks. */
export const healthRoutes = new Hono<AppTypes>()
  .get(
    '/health/live',
    endpoint({
      id: 'checkLiveness',
      summary: 'Check that the worker is running',
      access: 'public',
      site: 'both',
      response: Live,
    }),
    (c) => c.json({ status: 'ok' as const, release: c.var.ctx.settings.RELEASE }),
  )
  .get(
    '/health',
    endpoint({
      id: 'checkHealth',
      summary: 'Check the health of the portal and its services',
      access: 'public',
      site: 'both',
      response: Health,
      errors: ['busy'],
    }),
    async (c) => {
      const { status, ...state } = await checkHealth(c.var.ctx)
      if (status !== 'failing') return c.json({ status, ...state })
      const failing = Object.entries(state.needs).flatMap(([name, { ok }]) => (ok ? [] : [name]))
      const error = new AppError('busy', { detail: `Not responding: ${failing.join(', ')}.`, retryAfter: 1 })
      const body = { ...problem(error, c.var.ctx.requestId), ...state }
      return c.body(JSON.stringify(body), 503, {
        'content-type': 'application/problem+json',
        'retry-after': '1',
      }) as never
    },
  )
