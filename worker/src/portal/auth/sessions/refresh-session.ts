import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { authUsers, bookClientAuth, bookClients, profiles, sessions } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { AppError, isAppError } from '../../../errors.ts'
import { newRefreshToken, parseRefreshToken, refreshSuccessor, wasIssuedHere } from './refresh-token.ts'
import { isLive } from '../../../platform/access/require-session.ts'
import { revokeSessions } from './revoke-sessions.ts'
import { issueSession, type OpenSession, sessionExpiry, type SessionUser } from './session.ts'

/** How long a refresh may be repeated when its response was lost, in milliseconds. */
const REPEAT_WITHIN_MS = 15 * 60_000
/** Shorter idempotency keys could be guessed. Browsers send a UUID. */
const KEY_MIN_LENGTH = 32

/**
 * Exchanges a refresh token for a new one and a new access token. A token that comes a second time ends the session,
 * because it or its successor may be stolen. The exception is a repeat of the same request, identified by its
 * idempotency key, while the successor is unused: its response was lost, and is sent again.
 * @throws AppError `unauthenticated`
 */
export async function refreshSession(ctx: Context, token: string | undefined): Promise<OpenSession> {
  const presented = parseRefreshToken(token)
  if (!presented) throw new AppError('unauthenticated')
  const { sessionId } = presented
  const row = await liveSession(ctx, sessionId)
  if (!row) throw new AppError('unauthenticated')
  const user = userOf(row)
  const key =
    ctx.idempotencyKey !== undefined && ctx.idempotencyKey.length >= KEY_MIN_LENGTH ? ctx.idempotencyKey : undefined
  const next = key
    ? refreshSuccessor(ctx.settings.AUTH_SECRET, presented, key)
    : newRefreshToken(ctx.settings.AUTH_SECRET, sessionId)
  const unchanged = and(
    eq(sessions.id, sessionId),
    eq(sessions.refresh_hash, presented.hash),
    isNull(sessions.revoked_at),
  )
  const renewed = {
    refresh_hash: next.hash,
    last_used_at: ctx.now.toISOString(),
    expires_at: sessionExpiry(ctx, new Date(row.createdAt)),
  }
  try {
    await commit(ctx, [step(ctx.db.update(sessions).set(renewed).where(unchanged), 'unauthenticated')])
  } catch (error) {
    if (!isAppError(error, 'unauthenticated')) throw error
    // A made-up token is no evidence of theft.
    if (!wasIssuedHere(ctx.settings, presented)) throw error
    // The token was used before, perhaps a moment ago by a concurrent request.
    if (!key || !(await isUnusedSuccessor(ctx, sessionId, next.hash))) return endReplayed(ctx, user, sessionId)
  }
  return { session: await issueSession(ctx, user, sessionId), refreshToken: next.token, firmId: user.firmId }
}

async function liveSession(ctx: Context, sessionId: string) {
  const [row] = await ctx.db
    .select({
      userId: authUsers.id,
      email: authUsers.email,
      createdAt: sessions.created_at,
      role: profiles.role,
      name: profiles.name,
      company: profiles.company,
      timeZone: profiles.time_zone,
      firmId: profiles.firm_id,
      actsAs: sessions.client_id,
      clientId: bookClientAuth.client_id,
      clientName: bookClients.name,
      clientCompany: bookClients.company,
      clientFirmId: bookClients.firm_id,
    })
    .from(sessions)
    .innerJoin(authUsers, eq(authUsers.id, sessions.user_id))
    .innerJoin(profiles, eq(profiles.id, sessions.user_id))
    .leftJoin(
      bookClientAuth,
      and(eq(bookClientAuth.client_id, sessions.client_id), eq(bookClientAuth.auth_user_id, sessions.user_id)),
    )
    .leftJoin(bookClients, eq(bookClients.id, bookClientAuth.client_id))
    .where(and(eq(sessions.id, sessionId), isLive(ctx)))
  // The record that the session acts as may have been moved to another account.
  return row?.actsAs === row?.clientId ? row : undefined
}

/** Returns whether the session expects this token, which was issued recently and not used yet. */
async function isUnusedSuccessor(ctx: Context, sessionId: string, hash: string): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - REPEAT_WITHIN_MS).toISOString()
  const waiting = and(
    eq(sessions.id, sessionId),
    eq(sessions.refresh_hash, hash),
    isNull(sessions.revoked_at),
    gt(sessions.last_used_at, since),
  )
  return (await ctx.db.select({ id: sessions.id }).from(sessions).where(waiting)).length > 0
}

function userOf(row: NonNullable<Awaited<ReturnType<typeof liveSession>>>): SessionUser {
  const client = row.role === 'client'
  return {
    userId: row.userId,
    email: row.email,
    role: row.role,
    name: client ? (row.clientName ?? row.email) : row.name,
    company: client ? row.clientCompany : row.company,
    timeZone: row.timeZone,
    firmId: (client ? row.clientFirmId : row.firmId) ?? '',
    clientId: row.clientId,
  }
}

async function endReplayed(ctx: Context, user: SessionUser, sessionId: string): Promise<never> {
  await commit(ctx, revokeSessions(ctx, user, eq(sessions.id, sessionId), 'replay'))
  throw new AppError('unauthenticated')
}
