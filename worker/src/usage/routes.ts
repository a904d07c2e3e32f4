import { Usage } from '@portal/contract/usage'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { getUsage } from './get-usage.ts'

/** The limits of the firm. */
export const usageRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    id: 'getUsage',
    summary: 'Get what the firm uses of its limits',
    access: 'bookkeeper',
    answer: Usage,
    errors: ['not_found'],
  }),
  async (c) => c.json(await getUsage(c.var.ctx)),
)
