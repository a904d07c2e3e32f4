import type { Session } from '@portal/contract/auth'
import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { Role } from '@portal/contract/statuses'
import type { Actor, Context } from '../../../context.ts'
import { signAccessToken } from '../../../platform/access/access-token.ts'

/** How long an unused session lives, in milliseconds. */
const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000

export interface SessionUser {
  userId: string
  email: string
  role: Role
  name: string
  company: string | null
  timeZone: string
  firmId: string
  clientId: string | null
}

/** A session for the page, with the firm, which is sent only as a cookie. */
export interface SessionAtFirm {
  session: Session
  firmId: string
}

/** A session that has just begun or was refreshed, with the refresh token, which is sent only as a cookie. */
export interface OpenSession extends SessionAtFirm {
  refreshToken: string
}

/**
 * Returns when a session used now expires: after a time without use, and at the latest `SESSION_TTL_MS` after it
 * began.
 */
export const sessionExpiry = ({ now }: Pick<Context, 'now'>, began: Date = now): string =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, began.getTime() + SESSION_TTL_MS)).toISOString()

/** Returns the session with a new access token. */
export async function issueSession(
  ctx: Pick<Context, 'settings' | 'now'>,
  user: SessionUser,
  sessionId: string,
): Promise<Session> {
  const { userId, role, firmId, clientId, timeZone } = user
  const actor: Actor = { userId, role, firmId, clientId, sessionId, timeZone }
  const { token, expiresAt } = await signAccessToken(ctx.settings.AUTH_SECRET, actor, ctx.now)
  return {
    access_token: token,
    expires_at: expiresAt.toISOString(),
    session_id: sessionId,
    user: {
      id: userId,
      email: user.email,
      role,
      name: user.name,
      company: user.company,
      time_zone: timeZone,
      client_id: clientId,
    },
  }
}
