import { RemoteHealth, RemoteHealthQuery, RemoteStates } from '@portal/contract/delivery'
import { RemoteParam } from '@portal/contract/publishing'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { requireOperator } from './operators/require-operator.ts'
import { publisherEndpoint } from './remotes/publisher-endpoint.ts'
import { listRemoteStates } from './list-remote-states.ts'
import { readRemoteHealth } from './vitals/read-remote-health.ts'

/** Routes that only the operator page uses. Its actions use the publishing routes. */
export const deliveryRoutes = new Hono<AppTypes>()
  .get(
    '/remotes',
    endpoint(
      {
        id: 'listRemoteStates',
        summary: 'List the state of each remote (requires a session of the operator page)',
        access: 'public',
        site: 'operators',
        response: RemoteStates,
        errors: ['forbidden', 'unauthenticated'],
      },
      requireOperator('operator or team'),
    ),
    async (c) => c.json({ items: await listRemoteStates(c.var.ctx, c.var.operator) }),
  )
  .get(
    '/remotes/:name/health',
    publisherEndpoint('preview', {
      id: 'getRemoteHealth',
      summary: 'Get the health of a remote over time (for its publishers)',
      param: RemoteParam,
      query: RemoteHealthQuery,
      response: RemoteHealth,
    }),
    async (c) => c.json(await readRemoteHealth(c.var.ctx, c.req.valid('param').name, c.req.valid('query').hours)),
  )
