import { REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX } from '@portal/contract/events'
import { Hono } from 'hono'
import * as z from 'zod'
import { checkSession } from '../access/require-session.ts'
import { readAccessToken } from '../access/access-token.ts'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { isCrossOrigin } from '../http/cross-site.ts'

const Query = z.object({ since: z.coerce.number().int().min(0).optional() })

/**
 * Opens the live connection. Browsers cannot set headers on a WebSocket, so the access token is sent as a second
 * subprotocol instead of in the URL, which would be logged. The session is looked up, because its token outlives it
 * by minutes.
 */
export const realtimeRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    id: 'openLiveEvents',
    summary: 'Open a WebSocket for live events of the signed-in user',
    access: 'public',
    query: Query,
    status: 101,
    errors: ['unauthenticated', 'forbidden'],
  }),
  async (c) => {
    const { settings, now, env } = c.var.ctx
    if (c.req.header('upgrade') !== 'websocket')
      throw new AppError('invalid_input', { detail: 'A WebSocket is expected here.' })
    // Pages of other origins may not connect, even with a valid token.
    if (isCrossOrigin(c.req.raw)) throw new AppError('forbidden')
    const protocols = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((p) => p.trim())
    const token = protocols.find((p) => p.startsWith(REALTIME_TOKEN_PREFIX))?.slice(REALTIME_TOKEN_PREFIX.length)
    if (!protocols.includes(REALTIME_PROTOCOL) || !token) throw new AppError('unauthenticated')
    const { actor, expires } = await readAccessToken(settings.AUTH_SECRET, token, now)
    await checkSession(c.var.ctx, actor)
    const target = new URL('https://inbox/')
    target.searchParams.set('user', actor.userId)
    target.searchParams.set('session', actor.sessionId)
    if (actor.clientId) target.searchParams.set('record', actor.clientId)
    target.searchParams.set('until', String(expires))
    const { since } = c.req.valid('query')
    if (since !== undefined) target.searchParams.set('since', String(since))
    return env.USER_INBOX.getByName(actor.userId).fetch(new Request(target, { headers: { upgrade: 'websocket' } }))
  },
)
