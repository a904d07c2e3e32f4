import { and, eq, gt, isNull } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { tokenHash } from '../crypto/secrets.ts'
import type { Context } from '../context.ts'
import { remoteTokens } from '../db/schema/index.ts'
import type { AppTypes } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import { limitRequests } from '../http/request-rate-limit.ts'

/** Who makes a publishing request. */
export interface Publisher {
  /** Id of the token. */
  id: string
  /** Who holds it, as the history shows it. */
  actor: string
}

/** The permission of a token: previews only, or changing the live version, too. */
type Scope = 'preview' | 'publish'

/** Types of the publishing routes. */
export interface PublisherTypes extends AppTypes {
  Variables: AppTypes['Variables'] & { publisher: Publisher }
}

async function publisherOf(
  { db, now }: Context,
  name: string,
  token: string,
): Promise<(Publisher & { scope: Scope }) | undefined> {
  const [row] = await db
    .select({ id: remoteTokens.id, label: remoteTokens.label, scope: remoteTokens.scope })
    .from(remoteTokens)
    .where(
      and(
        eq(remoteTokens.token_hash, tokenHash(token)),
        eq(remoteTokens.name, name),
        isNull(remoteTokens.revoked_at),
        gt(remoteTokens.expires_at, now.toISOString()),
      ),
    )
  return row && { id: row.id, actor: row.label ?? `token ${row.id}`, scope: row.scope }
}

/**
 * Requires a token of the remote in the path, with the needed permission.
 */
export const requireToken = (needed: Scope) =>
  createMiddleware<PublisherTypes>(async (c, next) => {
    const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
    const name = c.req.param('name')
    if (scheme !== 'Bearer' || !token || !name)
      throw new AppError('unauthenticated', { detail: 'This requires a token of the remote.' })
    const publisher = await publisherOf(c.var.ctx, name, token)
    if (!publisher) {
      await limitRequests(c.var.ctx)
      throw new AppError('unauthenticated', {
        detail: 'This token is not valid for this remote, was revoked, or has expired.',
      })
    }
    if (needed === 'publish' && publisher.scope === 'preview') {
      throw new AppError('forbidden', { detail: 'This token allows previews only.' })
    }
    // No rate limit by IP address, because publishing sends hundreds of files.
    c.set('ctx', { ...c.var.ctx, ip: '' })
    c.set('publisher', publisher)
    await next()
  })
