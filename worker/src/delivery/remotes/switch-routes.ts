import { Ok } from '@portal/contract/common'
import {
  GoLive,
  LiveVersion,
  RemoteParam,
  RemoteSwitches,
  RemoteSwitchesQuery,
  RemoteVersionParam,
  RemovedRemote,
  RollBack,
  SwitchReason,
} from '@portal/contract/remotes'
import { Hono } from 'hono'
import type { AppTypes } from '../../endpoint.ts'
import { okAfter } from '../../http/ok-after.ts'
import { goLive } from './go-live.ts'
import { listSwitches } from './list-switches.ts'
import { mustLeave } from './must-leave.ts'
import { pin, unpin } from './pin.ts'
import { publisherEndpoint } from './publisher-endpoint.ts'
import { remove } from './remove.ts'
import { rollBack } from './roll-back.ts'

/** Routes that switch which version of a remote is live, and list the switches. They require a token of the remote. */
export const switchRoutes = new Hono<AppTypes>()
  .post(
    '/:name/versions/:version/live',
    publisherEndpoint('publish', {
      id: 'publishRemote',
      summary: 'Make a version live (requires the remote’s token)',
      param: RemoteVersionParam,
      json: GoLive,
      optionalBody: true,
      response: LiveVersion,
      errors: ['not_found', 'invalid_input', 'incompatible_remote', 'stale', 'version_exists'],
    }),
    async (c) => c.json(await goLive(c.var.ctx, c.var.publisher, c.req.valid('param'), c.req.valid('json'))),
  )
  .post(
    '/:name/versions/:version/leave',
    publisherEndpoint('publish', {
      id: 'leaveRemoteVersion',
      summary: 'Make open tabs leave a version (requires the remote’s token)',
      param: RemoteVersionParam,
      json: SwitchReason,
      optionalBody: true,
      response: Ok,
      errors: ['not_found', 'invalid_input', 'stale'],
    }),
    (c) => okAfter(c, mustLeave(c.var.ctx, c.var.publisher, c.req.valid('param'), c.req.valid('json').reason)),
  )
  .get(
    '/:name/switches',
    publisherEndpoint('preview', {
      id: 'listRemoteSwitches',
      summary: 'List the switches of a remote, newest first (requires its token)',
      param: RemoteParam,
      query: RemoteSwitchesQuery,
      response: RemoteSwitches,
    }),
    async (c) => c.json(await listSwitches(c.var.ctx, c.req.valid('param').name, c.req.valid('query').at)),
  )
  .post(
    '/:name/pin',
    publisherEndpoint('publish', {
      id: 'pinRemote',
      summary: 'Pin the live version of a remote (requires its token)',
      param: RemoteParam,
      json: SwitchReason,
      optionalBody: true,
      response: LiveVersion,
      errors: ['not_found', 'stale'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json(await pin(ctx, publisher, c.req.valid('param').name, c.req.valid('json').reason))
    },
  )
  .delete(
    '/:name/pin',
    publisherEndpoint('publish', {
      id: 'unpinRemote',
      summary: 'End the pin of a remote (requires its token)',
      param: RemoteParam,
      json: SwitchReason,
      optionalBody: true,
      response: LiveVersion,
      errors: ['not_found', 'stale'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json(await unpin(ctx, publisher, c.req.valid('param').name, c.req.valid('json').reason))
    },
  )
  .post(
    '/:name/rollback',
    publisherEndpoint('publish', {
      id: 'rollBackRemote',
      summary: 'Roll back to an earlier version and pin it (requires the remote’s token)',
      param: RemoteParam,
      json: RollBack,
      optionalBody: true,
      response: LiveVersion,
      errors: ['not_found', 'invalid_input', 'incompatible_remote', 'stale'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json(await rollBack(ctx, publisher, c.req.valid('param').name, c.req.valid('json')))
    },
  )
  .delete(
    '/:name/live',
    publisherEndpoint('publish', {
      id: 'removeRemote',
      summary: 'Remove a remote from the registry (requires its token)',
      param: RemoteParam,
      json: SwitchReason,
      optionalBody: true,
      response: RemovedRemote,
      errors: ['not_found', 'stale'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json(await remove(ctx, publisher, c.req.valid('param').name, c.req.valid('json').reason))
    },
  )
