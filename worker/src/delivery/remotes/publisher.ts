import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { Context } from '../../context.ts'
import { remoteTokens } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import type { AppTypes } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { limitRequests } from '../../platform/http/request-rate-limit.ts'
import { maySee, roleOf } from '../operators/operator.ts'
import { operatorOf } from '../operators/require-operator.ts'

/** Who changes which version of a remote is live. */
export interface Publisher {
  /** Id of the token, or the address of a person; null for the portal itself. */
  id: string | null
  /** The person, or the holder of the token, as the history shows it. */
  actor: string
  role: 'team' | 'operator' | 'system'
}

/** The portal itself. */
export const PORTAL: Publisher = { id: null, actor: 'portal', role: 'system' }

/** The permission of a token: previews only, or changing the live version, too. */
export type Scope = 'preview' | 'publish'

/** A publisher with a permission. */
export type Permitted = Publisher & { scope: Scope }

/** Types of the publishing routes. */
export interface PublisherTypes extends AppTypes {
  Variables: AppTypes['Variables'] & { publisher: Permitted }
}

const HOUR_MS = 60 * 60_000

/** Records in the background that a token was used, at most once an hour. */
function noteUse(ctx: Context, { id, last_used_at }: { id: string; last_used_at: string | null }): void {
  if (last_used_at && ctx.now.getTime() - Date.parse(last_used_at) < HOUR_MS) return
  const note = ctx.db.update(remoteTokens).set({ last_used_at: ctx.now.toISOString() }).where(eq(remoteTokens.id, id))
  ctx.background?.(commit(ctx, [step(note)]))
}

async function holderOfToken(ctx: Context, name: string, token: string): Promise<Permitted | undefined> {
  const [row] = await ctx.db
    .select({
      id: remoteTokens.id,
      label: remoteTokens.label,
      scope: remoteTokens.scope,
      last_used_at: remoteTokens.last_used_at,
    })
    .from(remoteTokens)
    .where(
      and(
        eq(remoteTokens.token_hash, tokenHash(token)),
        eq(remoteTokens.name, name),
        isNull(remoteTokens.revoked_at),
        gt(remoteTokens.expires_at, ctx.now.toISOString()),
      ),
    )
  if (row) noteUse(ctx, row)
  return row && { id: row.id, actor: row.label ?? `token ${row.id}`, role: 'team', scope: row.scope }
}

/** Hashes of tokens, with their remotes, that were valid in an earlier request to this isolate. */
const known = new Set<string>()
const KNOWN_MAX = 1000

/**
 * Returns the publisher of a token in the Authorization header. Limits requests with other tokens than known ones
 * before the token is looked up, so that a flood of invented tokens costs no round trips. Requests with a known one are
 * not limited, because publishing sends hundreds of files.
 * @throws AppError `unauthenticated`, `too_many_requests`
 */
async function publisherOfToken(ctx: Context, name: string, authorization: string): Promise<Permitted> {
  const [scheme, token] = authorization.split(' ')
  if (scheme !== 'Bearer' || !token)
    throw new AppError('unauthenticated', { detail: 'This requires a token of the remote.' })
  const key = `${name} ${tokenHash(token)}`
  if (!known.has(key)) await limitRequests(ctx)
  const publisher = await holderOfToken(ctx, name, token)
  if (publisher) {
    if (known.size >= KNOWN_MAX) known.clear()
    known.add(key)
    return publisher
  }
  known.delete(key)
  throw new AppError('unauthenticated', {
    detail: 'This token is not valid for this remote, was revoked, or has expired.',
  })
}

/** Returns the publisher of a session of the operator page. @throws AppError `unauthenticated`, `forbidden` */
async function publisherOfSession(c: HonoContext<PublisherTypes>, name: string): Promise<Permitted> {
  const operator = await operatorOf(c)
  if (!operator) throw new AppError('unauthenticated', { detail: 'Sign in, or send a token of the remote.' })
  const { email } = operator
  if (!maySee(operator, name)) throw new AppError('forbidden', { detail: `${email} is not in the team of ${name}.` })
  return { id: email, actor: email, role: roleOf(operator), scope: 'publish' }
}

/**
 * Requires a token of the remote in the path, or a session of the operator page, with the needed permission.
 */
export const requirePublisher = (needed: Scope) =>
  createMiddleware<PublisherTypes>(async (c, next) => {
    const name = c.req.param('name') ?? ''
    const authorization = c.req.header('authorization')
    const publisher =
      authorization === undefined
        ? await publisherOfSession(c, name)
        : await publisherOfToken(c.var.ctx, name, authorization)
    if (needed === 'publish' && publisher.scope === 'preview') {
      throw new AppError('forbidden', { detail: 'This token allows previews only.' })
    }
    // `publisherOfToken` has limited requests by network where needed.
    if (authorization !== undefined) c.set('ctx', { ...c.var.ctx, network: '' })
    c.set('publisher', publisher)
    await next()
  })
