import {
  LiveVersion,
  MissingFiles,
  PublishRemote,
  RemoteFileParam,
  RemoteParam,
  RemoteRegistry,
  RemoteVersionParam,
  RemoteVersions,
} from '@portal/contract/remotes'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { announce } from './announce.ts'
import { putFile } from './files.ts'
import { goLive, rollBack } from './go-live.ts'
import { publisher } from './publisher.ts'
import { listVersions, readRegistry } from './registry.ts'

/**
 * The registry of remotes, and publishing: announce a version, send its files, switch to it. Publishing takes a token of the
 * remote (`publisher`), not a person's; that is why its routes say `public`.
 */
export const remotesRoutes = new Hono<AppTypes>()
  .get('/', endpoint({ summary: 'The remotes that are live', access: 'public', answer: RemoteRegistry }), async (c) =>
    c.json({ remotes: await readRegistry(c.var.ctx) }),
  )
  .get(
    '/:name/versions',
    publisher,
    endpoint({
      summary: 'Versions of a remote (its token)',
      access: 'public',
      param: RemoteParam,
      answer: RemoteVersions,
      errors: ['unauthenticated'],
    }),
    async (c) => c.json({ items: await listVersions(c.var.ctx, c.req.valid('param').name) }),
  )
  .post(
    '/:name/versions',
    publisher,
    endpoint({
      summary: 'Announce a version of a remote (its token)',
      access: 'public',
      param: RemoteParam,
      json: PublishRemote,
      answer: MissingFiles,
      errors: ['unauthenticated', 'version_exists', 'too_large'],
    }),
    async (c) => c.json({ missing: await announce(c.var.ctx, c.req.valid('param').name, c.req.valid('json')) }),
  )
  .put(
    '/:name/versions/:version/files/:path{.+}',
    publisher,
    endpoint({
      summary: 'Send an announced file (token of the remote)',
      access: 'public',
      param: RemoteFileParam,
      binaryBody: true,
      answer: Ok,
      errors: ['unauthenticated', 'not_found', 'too_large'],
    }),
    async (c) => {
      await putFile(c.var.ctx, c.req.valid('param'), c.req.raw.body, Number(c.req.header('content-length') ?? -1))
      return c.json({ ok: true as const })
    },
  )
  .post(
    '/:name/versions/:version/live',
    publisher,
    endpoint({
      summary: 'Make a version live (token of the remote)',
      access: 'public',
      param: RemoteVersionParam,
      answer: LiveVersion,
      errors: ['unauthenticated', 'not_found', 'invalid_input', 'incompatible_remote'],
    }),
    async (c) => {
      const { name, version } = c.req.valid('param')
      return c.json(await goLive(c.var.ctx, name, version))
    },
  )
  .post(
    '/:name/rollback',
    publisher,
    endpoint({
      summary: 'Go back to the version that was live before (token of the remote)',
      access: 'public',
      param: RemoteParam,
      answer: LiveVersion,
      errors: ['unauthenticated', 'not_found', 'incompatible_remote', 'stale'],
    }),
    async (c) => c.json(await rollBack(c.var.ctx, c.req.valid('param').name)),
  )
