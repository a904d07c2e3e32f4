import type { PreviewLink } from '@portal/contract/publishing'
import { and, isNull, sql } from 'drizzle-orm'
import { derivedToken, tokenHash } from '../../crypto/secrets.ts'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { auditRemote } from './audit-remote.ts'
import { isVersion, requireWhole, versionOf } from './build-files.ts'
import { candidates } from './live-versions.ts'
import { requireLoadable } from './loadable.ts'
import type { Publisher } from './publisher.ts'
import { type Preview, previewed } from './registry.ts'
import { requireCompatible, requireFreeRoutes, shellFacts } from './shell-facts.ts'

const HOUR_MS = 60 * 60_000

const sign = ({ settings }: Pick<Context, 'settings'>, { name, version, issued, expires }: Preview): string =>
  derivedToken(settings.AUTH_SECRET, 'remote-preview', name, version, String(issued), String(expires))

/** Returns the signed token of a preview link and its cookie. */
const encodePreview = (ctx: Pick<Context, 'settings'>, preview: Preview): string =>
  [preview.name, preview.version, preview.issued, preview.expires, sign(ctx, preview)].join('~')

/** Returns the preview of a token; undefined when it is invalid or has expired. */
export function openPreview(ctx: Pick<Context, 'settings' | 'now'>, text: string): Preview | undefined {
  const [name = '', version = '', issued = '', expires = '', signature = ''] = text.split('~')
  const preview = { name, version, issued: Number(issued), expires: Number(expires) }
  // Hashes are compared to prevent timing attacks.
  if (!(preview.expires > ctx.now.getTime()) || tokenHash(signature) !== tokenHash(sign(ctx, preview))) return undefined
  return preview
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
  const [build, rows, facts] = await Promise.all([versionOf(ctx, name, version), candidates(ctx.db), shellFacts(ctx)])
  await requireWhole(ctx, build)
  requireCompatible(build, facts)
  requireFreeRoutes(build, facts, rows)
  await requireLoadable(ctx, build)
  const ends = new Date(ctx.now.getTime() + hours * HOUR_MS)
  const until = sql`max(coalesce(${remoteVersions.preview_until}, ''), ${ends.toISOString()})`
  const row = and(isVersion(name, version), isNull(remoteVersions.removed_at))
  await commit(ctx, [
    step(ctx.db.update(remoteVersions).set({ preview_until: until }).where(row), 'not_found'),
    auditRemote(publisher, name, 'remote.preview_created', { version, until: ends.toISOString() }),
  ])
  const token = encodePreview(ctx, { name, version, issued: ctx.now.getTime(), expires: ends.getTime() })
  return { url: `${ctx.operatorOrigin}/remotes/preview?token=${token}`, expires_at: ends.toISOString() }
}

/**
 * Returns the first page of the first of these versions.
 * @throws AppError `not_found` when one no longer exists, or its previews have ended
 */
export async function previewStart(ctx: Context, previews: readonly Preview[]): Promise<string> {
  const rows = await previewed(ctx.db, previews)
  const places = previews.map(({ name }) => found(rows.find((row) => row.name === name)).place)
  return places[0]?.routes[0] ?? '/'
}
