import { ChartsQuery, DashboardCharts } from '@portal/contract/charts'
import { Dashboard } from '@portal/contract/dashboard'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { getCharts } from './charts/get-charts.ts'
import { getDashboard } from './get-dashboard.ts'

const access = 'bookkeeper'

/** Routes for the bookkeeper's dashboard. */
export const dashboardRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'getDashboard',
      summary: 'Get the dashboard',
      access,
      response: Dashboard,
    }),
    async (c) => c.json(await getDashboard(c.var.ctx)),
  )
  .get(
    '/charts',
    endpoint({
      id: 'getDashboardCharts',
      summary: 'Get the charts of the dashboard',
      access,
      query: ChartsQuery,
      response: DashboardCharts,
    }),
    async (c) => c.json(await getCharts(c.var.ctx, c.req.valid('query'))),
  )
