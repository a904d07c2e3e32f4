import * as C from '@portal/contract/canaries'
import { RemoteParam } from '@portal/contract/remotes'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { requireToken } from '../publisher.ts'
import { advanceCanary } from './advance-canary.ts'
import { getCanary } from './get-canary.ts'
import { promoteCanary } from './promote-canary.ts'
import { startCanary } from './start-canary.ts'
import { stopCanary } from './stop-canary.ts'

/** Routes for canary releases. Like all publishing routes, they require a token of the remote. */
export const canaryRoutes = new Hono<AppTypes>()
  .get(
    '/:name/canary',
    requireToken('preview'),
    endpoint({
      id: 'getCanary',
      summary: 'Get the canary of a remote with its results (requires the remote’s token)',
      access: 'public',
      param: RemoteParam,
      response: C.Canary,
      errors: ['unauthenticated', 'not_found'],
    }),
    async (c) => c.json(await getCanary(c.var.ctx, c.req.valid('param').name)),
  )
  .post(
    '/:name/canary',
    requireToken('publish'),
    endpoint({
      id: 'startCanary',
      summary: 'Start a canary, or change who gets it (requires the remote’s token)',
      access: 'public',
      param: RemoteParam,
      json: C.StartCanary,
      response: C.CanaryShare,
      errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_input', 'incompatible_remote', 'stale'],
    }),
    async (c) => c.json(await startCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/advance',
    requireToken('publish'),
    endpoint({
      id: 'advanceCanary',
      summary: 'Advance a canary to its next share (requires the remote’s token)',
      access: 'public',
      param: RemoteParam,
      json: C.AdvanceCanary,
      response: C.CanaryShare,
      errors: ['unauthenticated', 'forbidden', 'invalid_input', 'incompatible_remote', 'stale'],
    }),
    async (c) =>
      c.json(await advanceCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/promote',
    requireToken('publish'),
    endpoint({
      id: 'promoteCanary',
      summary: 'Make a canary live for everyone (requires the remote’s token)',
      access: 'public',
      param: RemoteParam,
      json: C.CanaryVersion,
      response: C.CanaryShare,
      errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_input', 'incompatible_remote', 'stale'],
    }),
    async (c) =>
      c.json(await promoteCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/stop',
    requireToken('publish'),
    endpoint({
      id: 'stopCanary',
      summary: 'Stop a canary (requires the remote’s token)',
      access: 'public',
      param: RemoteParam,
      json: C.CanaryVersion,
      response: C.CanaryShare,
      errors: ['unauthenticated', 'forbidden', 'stale'],
    }),
    async (c) => c.json(await stopCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
