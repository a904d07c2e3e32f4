import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { AppError } from '../errors.ts'

/** Whether the portal can serve. */
export const healthRoutes = new Hono<AppTypes>().get(
  '/health',
  endpoint({ summary: 'Whether the portal can serve', access: 'public', answer: z.object({ status: z.literal('ok') }), errors: ['busy'] }),
  async (c) => {
    try {
      await c.var.ctx.db.run(sql`SELECT 1`)
    } catch {
      throw new AppError('busy', { detail: 'The database does not answer.', retryAfter: 1 })
    }
    return c.json({ status: 'ok' as const })
  },
)
