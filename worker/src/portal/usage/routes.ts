import { Usage } from '@portal/contract/usage'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { getUsage } from './get-usage.ts'

/** Routes for the quotas of a firm. */
export const usageRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    id: 'getUsage',
    summary: "Get how much of its quotas the bookkeeper's firm has used",
    access: 'bookkeeper',
    response: Usage,
    errors: ['not_found'],
  }),
  async (c) => c.json(await getUsage(c.var.ctx)),
)
