import {
  ExchangedToken,
  ExchangeToken,
  LocalRemote,
  MissingFiles,
  PreviewLink,
  PreviewRemote,
  RemoteFileParam,
  RemoteParam,
  RemoteTabs,
  RemoteVersionParam,
  RemoteVersions,
} from '@portal/contract/publishing'
import { PublishRemote, RemoteRegistry } from '@portal/contract/remotes'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { announceVersion } from './announce-version.ts'
import { putFile } from './build-files.ts'
import { exchangeToken } from './exchange-token.ts'
import { listVersions } from './list-versions.ts'
import { openTabsOf } from './open-tabs.ts'
import { localLink, previewLink } from './preview.ts'
import { readerOf } from './preview-pages.ts'
import { publisherEndpoint } from './publisher-endpoint.ts'
import { readRegistry } from './registry.ts'
import { switchRoutes } from './switch-routes.ts'

/**
 * Routes of the registry of remotes, and for publishing: announce a version, upload its files, preview it, and make it
 * live (`switchRoutes`). `publisherEndpoint` decides who may publish, so the access is `public`.
 */
export const remotesRoutes = new Hono<AppTypes>()
  .route('/', switchRoutes)
  .get(
    '/',
    endpoint({
      id: 'listRemotes',
      summary: 'List live remotes',
      access: 'public',
      // Publishers read which version is live.
      site: 'both',
      response: RemoteRegistry,
    }),
    async (c) => c.json(await readRegistry(c.var.ctx, readerOf(c))),
  )
  .get(
    '/:name/versions',
    publisherEndpoint('preview', {
      id: 'listRemoteVersions',
      summary: 'List the versions of a remote (for its publishers)',
      param: RemoteParam,
      response: RemoteVersions,
    }),
    async (c) => c.json(await listVersions(c.var.ctx, c.req.valid('param').name)),
  )
  .get(
    '/:name/tabs',
    publisherEndpoint('preview', {
      id: 'listRemoteTabs',
      summary: 'Count the open tabs that run each version of a remote (for its publishers)',
      param: RemoteParam,
      response: RemoteTabs,
    }),
    async (c) => c.json(await openTabsOf(c.var.ctx, c.req.valid('param').name)),
  )
  .post(
    '/:name/versions',
    publisherEndpoint('preview', {
      id: 'announceRemoteVersion',
      summary: 'Announce a version of a remote (for its publishers)',
      param: RemoteParam,
      json: PublishRemote,
      response: MissingFiles,
      errors: ['version_exists', 'too_large'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json({ missing: await announceVersion(ctx, publisher, c.req.valid('param').name, c.req.valid('json')) })
    },
  )
  .put(
    '/:name/versions/:version/files/:path{.+}',
    publisherEndpoint('preview', {
      id: 'sendRemoteFile',
      summary: 'Upload an announced file (for its publishers)',
      param: RemoteFileParam,
      binaryBody: true,
      response: Ok,
      errors: ['not_found', 'too_large'],
    }),
    (c) =>
      okAfter(
        c,
        putFile(c.var.ctx, c.req.valid('param'), c.req.raw.body, Number(c.req.header('content-length') ?? -1)),
      ),
  )
  .post(
    '/:name/versions/:version/preview',
    publisherEndpoint('preview', {
      id: 'previewRemote',
      summary: 'Create a preview link (for its publishers)',
      param: RemoteVersionParam,
      json: PreviewRemote,
      response: PreviewLink,
      errors: ['not_found', 'invalid_input', 'incompatible_remote'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      const { name, version } = c.req.valid('param')
      return c.json(await previewLink(ctx, publisher, name, version, c.req.valid('json').hours))
    },
  )
  .post(
    '/:name/local',
    publisherEndpoint('preview', {
      id: 'previewLocalRemote',
      summary: 'Create a link that loads a remote from the machine of the browser (for its publishers)',
      param: RemoteParam,
      json: LocalRemote,
      response: PreviewLink,
      errors: ['incompatible_remote'],
    }),
    async (c) => {
      const { ctx, publisher } = c.var
      return c.json(await localLink(ctx, publisher, c.req.valid('param').name, c.req.valid('json')))
    },
  )
  .post(
    '/:name/token',
    endpoint({
      id: 'exchangeRemoteToken',
      summary: 'Exchange the ID token of a CI job for a token of a remote',
      access: 'public',
      site: 'operators',
      param: RemoteParam,
      json: ExchangeToken,
      response: ExchangedToken,
      errors: ['unauthenticated', 'too_many_requests', 'busy'],
    }),
    async (c) => {
      const { ctx } = c.var
      return c.json(await exchangeToken(ctx, c.req.valid('param').name, c.req.valid('json').id_token))
    },
  )
