import {
  GoLive,
  LiveVersion,
  RemoteParam,
  RemoteSwitches,
  RemoteSwitchesQuery,
  RemoteVersionParam,
  RollBack,
} from '@portal/contract/publishing'
import { Hono } from 'hono'
import type { AppTypes } from '../../endpoint.ts'
import { goLive } from './go-live.ts'
import { listSwitches } from './list-switches.ts'
import { publisherEndpoint } from './publisher-endpoint.ts'
import { rollBack } from './roll-back.ts'

/** Routes that switch which version of a remote is live, and list the switches. */
export const switchRoutes = new Hono<AppTypes>()
  .post(
    '/:name/versions/:version/live',
    publisherEndpoint('publish', {
      id: 'publishRemote',
      summary: 'Make a version live (for its publishers)',
      param: RemoteVersionParam,
      json: GoLive,
      optionalBody: true,
      response: LiveVersion,
      errors: [
        'not_found',
        'invalid_input',
        'incompatible_remote',
        'stale',
        'version_exists',
        'bad_version',
        'left_alone',
      ],
    }),
    async (c) => c.json(await goLive(c.var.ctx, c.var.publisher, c.req.valid('param'), c.req.valid('json'))),
  )
  .get(
    '/:name/switches',
    publisherEndpoint('preview', {
      id: 'listRemoteSwitches',
      summary: 'List the switches of a remote, newest first (for its publishers)',
      param: RemoteParam,
      query: RemoteSwitchesQuery,
      response: RemoteSwitches,
    }),
    async (c) => c.json(await listSwitches(c.var.ctx, c.req.valid('param').name, c.req.valid('query').at)),
  )
  .post(
    '/:name/rollback',
    publisherEndpoint('publish', {
      id: 'rollBackRemote',
      summary: 'Roll back to an earlier version and hold it (for its publishers)',
      param: RemoteParam,
      json: RollBack,
      optionalBody: true,
      response: LiveVersion,
      errors: ['not_found', 'invalid_input', 'incompatible_remote', 'stale', 'bad_version'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json(await rollBack(ctx, publisher, c.req.valid('param').name, c.req.valid('json')))
    },
  )
