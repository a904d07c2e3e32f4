import { Dashboard } from '@portal/contract/dashboard'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { getDashboard } from './get-dashboard.ts'

/** Routes for the bookkeeper's dashboard. */
export const dashboardRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    id: 'getDashboard',
    summary: 'Get the dashboard',
    access: 'bookkeeper',
    response: Dashboard,
  }),
  async (c) => c.json(await getDashboard(c.var.ctx)),
)
