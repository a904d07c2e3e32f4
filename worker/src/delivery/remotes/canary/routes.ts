import * as C from '@portal/contract/canaries'
import { RemoteParam } from '@portal/contract/publishing'
import { Hono } from 'hono'
import type { AppTypes } from '../../../endpoint.ts'
import { publisherEndpoint } from '../publisher-endpoint.ts'
import { continueCanary } from './continue-canary.ts'
import { getCanary } from './get-canary.ts'
import { startCanary } from './start-canary.ts'
import { stopCanary } from './stop-canary.ts'

/** Errors of publishing a version. */
const PUBLISHING = [
  'invalid_input',
  'incompatible_remote',
  'stale',
  'version_exists',
  'bad_version',
  'left_alone',
] as const

/** Routes for canary releases. */
export const canaryRoutes = new Hono<AppTypes>()
  .get(
    '/:name/canary',
    publisherEndpoint('preview', {
      id: 'getCanary',
      summary: 'Get the canary of a remote with its results (for its publishers)',
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
      summary: 'Start a canary, or change who gets it (for its publishers)',
      param: RemoteParam,
      json: C.StartCanary,
      response: C.CanaryShare,
      errors: [...PUBLISHING, 'not_found'],
    }),
    async (c) => c.json(await startCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/continue',
    publisherEndpoint('publish', {
      id: 'continueCanary',
      summary: 'Give a canary to the next share of people (for its publishers)',
      param: RemoteParam,
      json: C.ContinueCanary,
      response: C.CanaryShare,
      errors: [...PUBLISHING, 'not_found'],
    }),
    async (c) =>
      c.json(await continueCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
  .post(
    '/:name/canary/stop',
    publisherEndpoint('publish', {
      id: 'stopCanary',
      summary: 'Stop a canary (for its publishers)',
      param: RemoteParam,
      json: C.StopCanary,
      response: C.CanaryShare,
      errors: ['stale'],
    }),
    async (c) => c.json(await stopCanary(c.var.ctx, c.var.publisher, c.req.valid('param').name, c.req.valid('json'))),
  )
