import { RemoteFileParam } from '@portal/contract/publishing'
import { type Context, Hono } from 'hono'
import type { AppTypes } from '../../endpoint.ts'
import { isAppError } from '../../errors.ts'
import { limitRequests } from '../../platform/http/request-rate-limit.ts'
import { log } from '../../platform/log.ts'
import { keyOf, typeOf, versionOf } from './build-files.ts'
import { previewsOf } from './preview-pages.ts'
import { runningPreviews } from './registry.ts'

/** Cache of versions that are or were live. They stay public. */
const published = new Set<string>()
const CACHE_SIZE = 500

/** Adds a version to the cache. */
export function markPublished(name: string, version: string): void {
  if (published.size >= CACHE_SIZE) published.clear()
  published.add(keyOf(name, version, ''))
}

/** Returns who can see a version: everyone when it has been live, otherwise holders of a preview link. */
async function audience(c: Context<AppTypes>, name: string, version: string): Promise<'all' | 'holder' | 'none'> {
  if (published.has(keyOf(name, version, ''))) return 'all'
  await limitRequests(c.var.ctx)
  const { ctx } = c.var
  try {
    const held = previewsOf(c).filter((p) => !p.local && p.name === name && p.version === version)
    if (held.length > 0 && (await runningPreviews(ctx.db, held)).length > 0) return 'holder'
    const row = await versionOf(ctx, name, version)
    if (row.state !== 'published') return 'none'
    markPublished(name, version)
    return 'all'
  } catch (error) {
    if (isAppError(error, 'not_found')) return 'none'
    // Without a database, open tabs keep working. The files are code, not secrets.
    log('remote_state_unknown', { id: ctx.requestId, remote: name })
    return 'all'
  }
}

/**
 * Serves the files of remotes, including replaced versions, which open tabs still use. Versions are immutable,
 * so files are cached forever; a 404 is not cached because the file can be published later.
 */
export const remoteFiles = new Hono<AppTypes>().get('/:name/:version/:path{.+}', async (c) => {
  const missing = () => c.text('not found', 404, { 'cache-control': 'no-store' })
  const asked = RemoteFileParam.safeParse(c.req.param())
  if (!asked.success) return missing()
  const { name, version, path } = asked.data
  const [seenBy, object] = await Promise.all([
    audience(c, name, version),
    c.env.REMOTES.get(keyOf(name, version, path), { onlyIf: c.req.raw.headers }),
  ])
  if (!object || seenBy === 'none') {
    if (object && 'body' in object) await object.body.cancel()
    return missing()
  }
  const headers = {
    'cache-control': seenBy === 'all' ? 'public, max-age=31536000, immutable' : 'private, no-store',
    'content-type': typeOf(path),
    etag: object.httpEtag,
    'x-content-type-options': 'nosniff',
  }
  if (!('body' in object)) return c.body(null, 304, headers)
  return c.body(object.body, 200, { ...headers, 'content-length': String(object.size) })
})
