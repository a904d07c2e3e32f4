import { and, eq, lt } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authUsers, sessions } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { type Account, actorOf } from '../accounts.ts'
import { voidLinks } from '../email-links.ts'
import { linkExisting, type ProviderIdentity } from '../oauth/provider-identity.ts'
import { declineWaitingRecords } from '../records/decline-waiting-records.ts'
import { signInDeviceSteps } from '../sessions/devices.ts'
import { newRefreshToken } from '../sessions/refresh-token.ts'
import { issueSession, type OpenSession, sessionExpiry, type SessionUser } from '../sessions/session.ts'
import { PROFILE_CONFLICTS } from './default-profile.ts'
import type { ProvenIdentity } from './proven-identity.ts'
import { startAsBookkeeper, startAsClient } from './session-user.ts'

const USER_AGENT_MAX = 300

/** Opens a session for a user who has passed every step of the sign-in. */
export async function openSession(ctx: Context, identity: ProvenIdentity): Promise<OpenSession> {
  const { account, records, portal, proof, second, link } = identity
  const { user, steps } = portal === 'client' ? startAsClient(ctx, account, records) : startAsBookkeeper(ctx, account)
  const sessionId = uuidv7()
  const refresh = newRefreshToken(ctx.settings.AUTH_SECRET, sessionId)
  const expired = and(eq(sessions.user_id, account.id), lt(sessions.expires_at, ctx.now.toISOString()))
  const detail = {
    session_id: sessionId,
    ...(proof.kind === 'identity' ? { identity_id: proof.id } : {}),
    ...(second ? { second_factor: second.by } : {}),
  }
  await commit(
    ctx,
    [
      ...(second?.steps ?? []),
      ...(identity.steps ?? []),
      insertSession(ctx, user, { sessionId, refreshHash: refresh.hash, identity }),
      step(ctx.db.delete(sessions).where(expired)),
      ...steps,
      ...(link ? linkSteps(ctx, account, user, link) : []),
      ...signInDeviceSteps(ctx, user),
      audit(
        { ...ctx, actor: actorOf(user.userId, user.role, user.firmId, user.clientId) },
        {
          action: 'account.signed_in',
          subjectType: 'account',
          subjectId: user.userId,
          clientId: user.clientId,
          detail,
        },
      ),
    ],
    { ...PROFILE_CONFLICTS, 'auth_identities.issuer': 'account_exists', ...identity.conflicts },
  )
  return { session: await issueSession(ctx, user, sessionId), refreshToken: refresh.token }
}

/** Returns steps that link an account at a provider, which has verified the address and so confirms it. */
function linkSteps(ctx: Context, account: Account, user: SessionUser, link: ProviderIdentity): Step[] {
  const confirmed = ctx.db.update(authUsers).set({ email_confirmed_at: ctx.now.toISOString() })
  return [
    ...linkExisting(ctx, { id: account.id, email: account.email, name: user.name, firmId: user.firmId }, link),
    ...(account.confirmedAt
      ? []
      : [
          step(confirmed.where(eq(authUsers.id, account.id))),
          voidLinks(ctx, account.id, 'confirm'),
          ...declineWaitingRecords(ctx, account.email),
        ]),
  ]
}

interface NewSession {
  sessionId: string
  refreshHash: string
  identity: ProvenIdentity
}

/**
 * Returns a step that inserts the session only while the proof is still valid. It fails when the password was reset,
 * the provider account unlinked, or a second factor turned on in the meantime.
 */
function insertSession(ctx: Context, user: SessionUser, { sessionId, refreshHash, identity }: NewSession): Step {
  const { proof, second } = identity
  const at = ctx.now.toISOString()
  const valid =
    proof.kind === 'password'
      ? { sql: 'password_hash = ?', args: [proof.hash], code: 'invalid_credentials' as const }
      : {
          sql: 'EXISTS (SELECT 1 FROM auth_identities i WHERE i.id = ? AND i.user_id = auth_users.id)',
          args: [proof.id],
          code: 'session_expired' as const,
        }
  const withoutFactor = second
    ? ''
    : 'AND NOT EXISTS (SELECT 1 FROM auth_factors f WHERE f.user_id = auth_users.id AND f.verified_at IS NOT NULL)'
  const sql = `INSERT INTO sessions
      (id, user_id, client_id, refresh_hash, user_agent, created_at, last_used_at, expires_at)
    SELECT ?, id, ?, ?, ?, ?, ?, ? FROM auth_users WHERE id = ? AND ${valid.sql} ${withoutFactor}`
  const userAgent = ctx.userAgent.slice(0, USER_AGENT_MAX)
  const expiry = sessionExpiry(ctx)
  const args = [sessionId, user.clientId, refreshHash, userAgent, at, at, expiry, user.userId, ...valid.args]
  return step({ sql, args }, valid.code)
}
