import type { Session } from '@portal/contract/auth'
import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { Role } from '@portal/contract/statuses'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Actor, Context, SignedIn } from '../../context.ts'
import { sessions } from '../../db/schema/index.ts'
import { require, type Step, step } from '../../db/write.ts'
import { COMMIT_TIME } from '../../db/writer/hrana.ts'
import type { SqlValue } from '../../db/writer/hrana.ts'
import type { Settings } from '../../env.ts'
import { AppError } from '../../errors.ts'
import { derivedToken, newToken, tokenHash } from '../../crypto/secrets.ts'
import { signAccessToken } from './access-token.ts'

/** Lifetime of a session that is not used, in milliseconds. */
const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000

/** Whom a session is for. */
export interface Person {
  userId: string
  email: string
  role: Role
  name: string
  company: string | null
  timeZone: string
  firmId: string
  clientId: string | null
}

/** What sign-in and refresh give: the record for the page, and the refresh token, which goes into a cookie and nowhere else. */
export interface OpenSession {
  session: Session
  refreshToken: string
}

/** A refresh token: session id and secret. */
export interface RefreshToken {
  sessionId: string
  secret: string
  hash: string
}

/** 128 bits in base64url. */
const HALF = 22

/** The second half of a refresh token's secret: by it the portal knows that it has made the first, whatever is stored. */
const markOf = (key: string, sessionId: string, half: string): string =>
  derivedToken(key, 'refresh-mark', sessionId, half).slice(0, HALF)

function refreshToken(key: string, sessionId: string, random: string): { token: string; hash: string } {
  const half = random.slice(0, HALF)
  const secret = half + markOf(key, sessionId, half)
  return { token: `${sessionId}.${secret}`, hash: tokenHash(secret) }
}

/** A new refresh token of a session, with how it is stored. */
export const newRefreshToken = (key: string, sessionId: string): { token: string; hash: string } =>
  refreshToken(key, sessionId, newToken())

/**
 * Whether the portal has once made this token for its session. Ids of sessions are seen by others; who knows one and no token of it
 * must not pass for a thief of that token, and so end the session.
 */
export const isOwnRefreshToken = (
  { AUTH_SECRET, AUTH_SECRET_PREVIOUS }: Pick<Settings, 'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS'>,
  { sessionId, secret }: RefreshToken,
): boolean =>
  [AUTH_SECRET, AUTH_SECRET_PREVIOUS].some(
    (key) => key !== '' && secret.slice(HALF) === markOf(key, sessionId, secret.slice(0, HALF)),
  )

/**
 * The successor of a refresh token for a request with this key: a repeat of that very request gets the same one, which nobody can
 * work out without the key and the secret of the portal.
 */
export function refreshSuccessor(
  secret: string,
  { sessionId, hash }: RefreshToken,
  key: string,
): { token: string; hash: string } {
  return refreshToken(secret, sessionId, derivedToken(secret, 'refresh', sessionId, hash, key))
}

/** The parts of a refresh token that was presented; undefined when it is none. */
export function parseRefreshToken(token: string | undefined): RefreshToken | undefined {
  const [, sessionId, secret] = /^([0-9a-f-]{36})\.([\w-]{43,44})$/.exec(token ?? '') ?? []
  return sessionId && secret ? { sessionId, secret, hash: tokenHash(secret) } : undefined
}

/** When a session used now runs out: after a while without use, and at the latest some time after it `began`. */
export const sessionExpiry = ({ now }: Pick<Context, 'now'>, began: Date = now): string =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, began.getTime() + SESSION_TTL_MS)).toISOString()

/** The session record with a fresh access token. */
export async function issueSession(
  ctx: Pick<Context, 'settings' | 'now'>,
  person: Person,
  sessionId: string,
): Promise<Session> {
  const { userId, role, firmId, clientId, timeZone } = person
  const actor: Actor = { userId, role, firmId, clientId, sessionId, timeZone }
  const { token, expiresAt } = await signAccessToken(ctx.settings.AUTH_SECRET, actor, ctx.now)
  return {
    access_token: token,
    expires_at: expiresAt.toISOString(),
    session_id: sessionId,
    user: {
      id: userId,
      email: person.email,
      role,
      name: person.name,
      company: person.company,
      time_zone: timeZone,
      client_id: clientId,
    },
  }
}

/** Why sessions end before their time. */
export type RevokeReason =
  | 'sign_out'
  | 'ended_by_owner'
  | 'password_changed'
  | 'password_reset'
  | 'factor_added'
  | 'replay'

/**
 * A step that fails the batch unless the session that asks is still live. An access token outlives its session by minutes; what
 * touches sign-in itself does not wait for that.
 */
export const requireLiveSession = ({ actor, now }: Pick<SignedIn, 'actor' | 'now'>): Step =>
  require('unauthenticated', 'EXISTS (SELECT 1 FROM sessions WHERE id = ? AND user_id = ? AND revoked_at IS NULL AND expires_at > ?)', [
    actor.sessionId,
    actor.userId,
    now.toISOString(),
  ])

/** Looks the session up that an access token names. @throws AppError `unauthenticated` when it has ended */
export async function requireOpenSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sessionId, userId }: Actor,
): Promise<void> {
  const live = and(
    eq(sessions.id, sessionId),
    eq(sessions.user_id, userId),
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, now.toISOString()),
  )
  const [row] = await db.select({ id: sessions.id }).from(sessions).where(live)
  if (!row) throw new AppError('unauthenticated')
}

/** A condition on rows of `sessions`, with its arguments. */
export interface SessionFilter {
  where: string
  args: readonly SqlValue[]
}

/**
 * Steps that end the live sessions of a filter: each gets its event, which also closes its sockets, and its audit entry. The rows are
 * chosen inside the batch: a session that began a moment ago ends with the others. A session ends once, so its id serves as
 * the id of both rows.
 */
export function revokeSteps(ctx: Pick<Context, 'now'>, by: Actor, filter: SessionFilter, reason: RevokeReason): Step[] {
  const at = ctx.now.toISOString()
  const live = `revoked_at IS NULL AND expires_at > ? AND (${filter.where})`
  const event = {
    sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at)
          SELECT id, 'user:' || user_id, 'event', json_object('type', 'session.revoked', 'ids', json_object('session_id', id, 'reason', ?)), ?, ?
          FROM sessions WHERE ${live}`,
    args: [reason, at, at, at, ...filter.args],
  }
  const entry = {
    sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
          SELECT id, coalesce((SELECT c.firm_id FROM book_clients c WHERE c.id = client_id), ?), ?, ?, 'session.revoked', 'account',
            user_id, client_id, json_object('session_id', id, 'reason', ?), ?
          FROM sessions WHERE ${live}`,
    args: [by.firmId, by.userId, by.role, reason, COMMIT_TIME, at, ...filter.args],
  }
  const end = {
    sql: `UPDATE sessions SET revoked_at = ? WHERE revoked_at IS NULL AND (${filter.where})`,
    args: [at, ...filter.args],
  }
  return [{ ...step(event), lane: 'live' }, { ...step(entry), audits: true }, step(end)]
}
