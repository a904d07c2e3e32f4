import { AssignResult, AssignWorkform } from '@portal/contract/assignments'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { assignWorkform } from './assign-workform.ts'

export const assignmentsRoutes = new Hono<AppTypes>().post(
  '/',
  endpoint({
    id: 'assignWorkform',
    summary: 'Assign a workform to clients',
    access: 'bookkeeper',
    json: AssignWorkform,
    response: AssignResult,
    status: 201,
    errors: ['not_found', 'past_due_date', 'stale'],
  }),
  async (c) => c.json(await assignWorkform(c.var.ctx, c.req.valid('json')), 201),
)
