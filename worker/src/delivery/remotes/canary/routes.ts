import * as C from '@portal/contract/canaries'
import { RemoteParam } from '@portal/contract/remotes'
import { Hono } from 'hono'
import type { AppTypes } from '../../../endpoint.ts'
import { publisherEndpoint } from '../publisher-endpoint.ts'
import { advanceCanary } from './advance-canary.ts'
import { getCanary } from './get-canary.ts'
import { promoteCanary } from './promote-canary.ts'
import { startCanary } from './start-canary.ts'
import { stopCanary } from './stop-canary.ts'

/** Routes for canary releases. Like all publishing routes, they require a token of the remote. */
export const canaryRoutes = new Hono<AppTypes>()
  .get(
    '/:name/canary',
    publisherEndpoint('preview', {
      id: 'getCanary',
      summary: 'Get the canary of a remote with its results (requires the remote’s token)',
      param: RemoteParam,
      response: C.Canary,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name)),
  )
  .post(
    '/:name/canary',
    publisherEndpoint('publish', {
      id: 'startCanary',
      summary: 'Start a canary, or change who gets it (requires the remote’s token)',
      param: RemoteParam,
      json: C.StartCanary,
      response: C.CanaryShare,
      errors: ['not_found', 'invalid_input', 'incompatible_remote', 'stale', 'version_exists'],
    }),
    async (c) => c.json(await startCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/advance',
    publisherEndpoint('publish', {
      id: 'advanceCanary',
      summary: 'Advance a canary to its next share (requires the remote’s token)',
      param: RemoteParam,
      json: C.AdvanceCanary,
      response: C.CanaryShare,
      errors: ['invalid_input', 'incompatible_remote', 'stale', 'version_exists'],
    }),
    async (c) =>
      c.json(await advanceCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/promote',
    publisherEndpoint('publish', {
      id: 'promoteCanary',
      summary: 'Make a canary live for everyone (requires the remote’s token)',
      param: RemoteParam,
      json: C.CanaryVersion,
      response: C.CanaryShare,
      errors: ['not_found', 'invalid_input', 'incompatible_remote', 'stale', 'version_exists'],
    }),
    async (c) =>
      c.json(await promoteCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/stop',
    publisherEndpoint('publish', {
      id: 'stopCanary',
      summary: 'Stop a canary (requires the remote’s token)',
      param: RemoteParam,
      json: C.CanaryVersion,
      response: C.CanaryShare,
      errors: ['stale'],
    }),
    async (c) => c.json(await stopCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
