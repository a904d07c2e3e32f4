import { RemoteFileParam } from '@portal/contract/remotes'
import { Hono } from 'hono'
import type { AppTypes } from '../endpoint.ts'
import { keyOf, typeOf } from './files.ts'

/**
 * The builds of remotes, live or not: open tabs keep the version they have. A version never changes, so neither does what is
 * under its address; what is not there may come, so a 404 is not kept.
 */
export const remoteFiles = new Hono<AppTypes>().get('/:name/:version/:path{.+}', async (c) => {
  const missing = () => c.text('not found', 404, { 'cache-control': 'no-store' })
  const asked = RemoteFileParam.safeParse(c.req.param())
  if (!asked.success) return missing()
  const { name, version, path } = asked.data
  const object = await c.env.REMOTES.get(keyOf(name, version, path), { onlyIf: c.req.raw.headers })
  if (!object) return missing()
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': typeOf(path),
    etag: object.httpEtag,
    'x-content-type-options': 'nosniff',
  }
  if (!('body' in object)) return c.body(null, 304, headers)
  return c.body(object.body, 200, { ...headers, 'content-length': String(object.size) })
})
