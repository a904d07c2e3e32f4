import { and, eq, isNull } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { tokenHash } from '../auth/secrets.ts'
import { remoteTokens } from '../db/schema/index.ts'
import type { AppTypes } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import { shedFlood } from '../http/flood.ts'

/** Lets only the holder of a token of the remote in the path pass. A token of another remote is as good as none. */
export const publisher = createMiddleware<AppTypes>(async (c, next) => {
  const { db } = c.var.ctx
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
  const name = c.req.param('name')
  if (scheme !== 'Bearer' || !token || !name) throw new AppError('unauthenticated', { detail: 'A token of this remote is needed.' })
  const [row] = await db
    .select({ id: remoteTokens.id })
    .from(remoteTokens)
    .where(and(eq(remoteTokens.token_hash, tokenHash(token)), eq(remoteTokens.name, name), isNull(remoteTokens.revoked_at)))
  if (!row) {
    await shedFlood(c.var.ctx)
    throw new AppError('unauthenticated', { detail: 'This token is not one of this remote.' })
  }
  // Who publishes hundreds of files is no flood.
  c.set('ctx', { ...c.var.ctx, ip: '' })
  await next()
})
