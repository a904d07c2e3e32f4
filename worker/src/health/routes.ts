import { Hono } from 'hono'
import { z } from 'zod'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { checkHealth } from './check.ts'

/** Whether the portal can serve. */
export const healthRoutes = new Hono<AppTypes>().get(
  '/health',
  endpoint({ summary: 'Whether the portal can serve', access: 'public', answer: z.object({ status: z.literal('ok') }), errors: ['busy'] }),
  async (c) => c.json(await checkHealth(c.var.ctx)),
)
