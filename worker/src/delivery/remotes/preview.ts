import type { LocalRemote, PreviewLink } from '@portal/contract/publishing'
import { and, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { auditRemote } from './audit-remote.ts'
import { isVersion, requireWhole, versionOf } from './build-files.ts'
import { candidates } from './live-versions.ts'
import { requireLoadable } from './loadable.ts'
import { encodePreview, LOCAL_VERSION, type Preview, TOKEN_MAX } from './preview-token.ts'
import type { Publisher } from './publisher.ts'
import { shellBuild } from '../../platform/http/shell-build.ts'
import { requireCompatible, requireFreeRoutes } from './require-loadable.ts'

const HOUR_MS = 60 * 60_000

const endOf = ({ now }: Context, hours: number): string => new Date(now.getTime() + hours * HOUR_MS).toISOString()

function linkOf(ctx: Context, preview: Pick<Preview, 'name' | 'version' | 'local'>, expires_at: string): PreviewLink {
  const token = encodePreview(ctx, { ...preview, issued: ctx.now.getTime(), expires: Date.parse(expires_at) })
  if (token.length > TOKEN_MAX)
    throw new AppError('invalid_input', { detail: 'The remote has too many pages for a link.' })
  return { url: `${ctx.operatorOrigin}/remotes/preview?token=${token}`, expires_at }
}

/**
 * Creates a link to a version that is not live.
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged; `incompatible_remote`
 */
export async function previewLink(
  ctx: Context,
  publisher: Publisher,
  name: string,
  version: string,
  hours: number,
): Promise<PreviewLink> {
  const [build, rows, shell] = await Promise.all([versionOf(ctx, name, version), candidates(ctx.db), shellBuild(ctx)])
  await requireWhole(ctx, build)
  requireCompatible(build, shell)
  requireFreeRoutes(build, shell, rows)
  await requireLoadable(ctx, build)
  const until = endOf(ctx, hours)
  const latest = sql`max(coalesce(${remoteVersions.preview_until}, ''), ${until})`
  const row = and(isVersion(name, version), isNull(remoteVersions.removed_at))
  await commit(ctx, [
    step(ctx.db.update(remoteVersions).set({ preview_until: latest }).where(row), 'not_found'),
    auditRemote(publisher, name, 'remote.preview_created', { version, until }),
  ])
  return linkOf(ctx, { name, version }, until)
}

/**
 * Creates a link that makes a browser load a remote from its own machine.
 * @throws AppError `incompatible_remote` when the remote claims pages of the shell or of another remote;
 *   `invalid_input` when it has too many pages for a link
 */
export async function localLink(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { hours, ...local }: z.output<typeof LocalRemote>,
): Promise<PreviewLink> {
  const [rows, shell] = await Promise.all([candidates(ctx.db), shellBuild(ctx)])
  requireFreeRoutes({ name, place: local }, shell, rows)
  const until = endOf(ctx, hours)
  const link = linkOf(ctx, { name, version: LOCAL_VERSION, local }, until)
  await commit(ctx, [auditRemote(publisher, name, 'remote.local_link_created', { origin: local.origin, until })])
  return link
}
