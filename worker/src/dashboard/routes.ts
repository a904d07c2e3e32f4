import { Dashboard } from '@portal/contract/dashboard'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { getDashboard } from './get-dashboard.ts'

/** The bookkeeper's dashboard. */
export const dashboardRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    id: 'getDashboard',
    summary: 'The dashboard: figures with those of last month, what waits, what is overdue, what happened',
    access: 'bookkeeper',
    answer: Dashboard,
  }),
  async (c) => c.json(await getDashboard(c.var.ctx)),
)
