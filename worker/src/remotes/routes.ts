import {
  LiveVersion,
  MissingFiles,
  PreviewLink,
  PreviewRemote,
  PrunedRemote,
  PruneRemote,
  PublishRemote,
  RemoteFileParam,
  RemoteParam,
  RemoteRegistry,
  RemoteVersionParam,
  RemoteVersions,
  RemovedRemote,
} from '@portal/contract/remotes'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { announceVersion } from './announce-version.ts'
import { putFile } from './build-files.ts'
import { goLive, remove, rollBack } from './go-live.ts'
import { previewLink } from './preview.ts'
import { previewsOf } from './preview-pages.ts'
import { prune } from './prune.ts'
import { requireToken } from './publisher.ts'
import { listVersions, readRegistry } from './registry.ts'

/**
 * The registry of remotes, and publishing: announce a version, send its files, switch to it; look at it before; clean up. Publishing takes a token of the
 * remote (`requireToken`), not a person's; that is why its routes say `public`.
 */
export const remotesRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({ id: 'listRemotes', summary: 'The remotes that are live', access: 'public', answer: RemoteRegistry }),
    async (c) => c.json({ remotes: await readRegistry(c.var.ctx, previewsOf(c)) }),
  )
  .get(
    '/:name/versions',
    requireToken('preview'),
    endpoint({
      id: 'listRemoteVersions',
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
    requireToken('preview'),
    endpoint({
      id: 'announceRemoteVersion',
      summary: 'Announce a version of a remote (its token)',
      access: 'public',
      param: RemoteParam,
      json: PublishRemote,
      answer: MissingFiles,
      errors: ['unauthenticated', 'version_exists', 'too_large'],
    }),
    async (c) => c.json({ missing: await announceVersion(c.var.ctx, c.req.valid('param').name, c.req.valid('json')) }),
  )
  .put(
    '/:name/versions/:version/files/:path{.+}',
    requireToken('preview'),
    endpoint({
      id: 'sendRemoteFile',
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
    requireToken('publish'),
    endpoint({
      id: 'publishRemote',
      summary: 'Make a version live (token of the remote)',
      access: 'public',
      param: RemoteVersionParam,
      answer: LiveVersion,
      errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_input', 'incompatible_remote'],
    }),
    async (c) => {
      const { name, version } = c.req.valid('param')
      return c.json(await goLive(c.var.ctx, c.var.publisher, name, version))
    },
  )
  .post(
    '/:name/rollback',
    requireToken('publish'),
    endpoint({
      id: 'rollBackRemote',
      summary: 'Go back to the version that was live before (token of the remote)',
      access: 'public',
      param: RemoteParam,
      answer: LiveVersion,
      errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_input', 'incompatible_remote', 'stale'],
    }),
    async (c) => c.json(await rollBack(c.var.ctx, c.var.publisher, c.req.valid('param').name)),
  )
  .post(
    '/:name/versions/:version/preview',
    requireToken('preview'),
    endpoint({
      id: 'previewRemote',
      summary: 'A link that shows a version before it is live (token of the remote)',
      access: 'public',
      param: RemoteVersionParam,
      json: PreviewRemote,
      answer: PreviewLink,
      errors: ['unauthenticated', 'not_found', 'invalid_input', 'incompatible_remote'],
    }),
    async (c) => {
      const { name, version } = c.req.valid('param')
      return c.json(await previewLink(c.var.ctx, name, version, c.req.valid('json').hours))
    },
  )
  .post(
    '/:name/prune',
    requireToken('publish'),
    endpoint({
      id: 'pruneRemote',
      summary: 'Remove old versions that nobody can need, or tell which would go (token of the remote)',
      access: 'public',
      param: RemoteParam,
      json: PruneRemote,
      answer: PrunedRemote,
      errors: ['unauthenticated', 'forbidden'],
    }),
    async (c) => c.json(await prune(c.var.ctx, c.req.valid('param').name, c.req.valid('json'))),
  )
  .delete(
    '/:name/live',
    requireToken('publish'),
    endpoint({
      id: 'removeRemote',
      summary: 'Take a remote out of the registry (its token)',
      access: 'public',
      param: RemoteParam,
      answer: RemovedRemote,
      errors: ['unauthenticated', 'forbidden', 'not_found'],
    }),
    async (c) => c.json(await remove(c.var.ctx, c.var.publisher, c.req.valid('param').name)),
  )
