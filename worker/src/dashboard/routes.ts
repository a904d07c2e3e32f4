import { Dashboard } from '@portal/contract/clients'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { getDashboard } from './get-dashboard.ts'

/** The bookkeeper's dashboard. */
export const dashboardRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({ summary: 'Figures of the dashboard, with those of last month', access: 'bookkeeper', answer: Dashboard }),
  async (c) => c.json(await getDashboard(c.var.ctx)),
)
