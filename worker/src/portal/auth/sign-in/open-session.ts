import { and, eq, exists, lt, notExists } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/db/client.ts'
import { authIdentities, authUsers, passkeys, sessions } from '../../../platform/db/schema/index.ts'
import { check, commit, type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { type Account, auditAccount } from '../accounts.ts'
import { voidLinks } from '../email-links.ts'
import { verifiedFactor } from '../factors/challenges.ts'
import { linkExisting, type ProviderIdentity } from '../oauth/provider-identity.ts'
import { oneTapProof } from '../one-tap/proof-steps.ts'
import { declineWaitingRecords } from '../records/decline-waiting-records.ts'
import { signInDeviceSteps } from '../sessions/devices.ts'
import { newRefreshToken } from '../sessions/refresh-token.ts'
import { issueSession, type OpenSession, sessionExpiry, type SessionUser } from '../sessions/session.ts'
import { PROFILE_CONFLICTS } from './default-profile.ts'
import type { Proof, ProvenIdentity } from './proven-identity.ts'
import { type SessionStart, startAsBookkeeper, startAsClient } from './session-user.ts'

const USER_AGENT_MAX = 300
/** Whether a proof shows that the owner is at the keyboard, who can then add a passkey without the password. */
const PROVES_OWNER: Record<Proof['kind'], boolean> = {
  password: true,
  identity: true,
  passkey: true,
  'one-tap': false,
}

/** Opens a session for a user who has passed every step of the sign-in. */
export async function openSession(ctx: Context, identity: ProvenIdentity): Promise<OpenSession> {
  const { account, proof, second, link } = identity
  const { user, steps } = startAs(ctx, identity)
  const at = ctx.now.toISOString()
  const sessionId = uuidv7()
  const refresh = newRefreshToken(ctx.settings.AUTH_SECRET, sessionId)
  const session = {
    id: sessionId,
    user_id: user.userId,
    client_id: user.clientId,
    refresh_hash: refresh.hash,
    user_agent: ctx.userAgent.slice(0, USER_AGENT_MAX),
    created_at: at,
    proven_at: PROVES_OWNER[proof.kind] ? at : null,
    last_used_at: at,
    expires_at: sessionExpiry(ctx),
    by_link: proof.kind === 'one-tap',
  }
  const expired = and(eq(sessions.user_id, account.id), lt(sessions.expires_at, at))
  const detail = {
    session_id: sessionId,
    ...(proof.kind === 'identity' ? { identity_id: proof.id } : {}),
    ...(proof.kind === 'passkey' ? { passkey_id: proof.id } : {}),
    ...(proof.kind === 'one-tap' ? { link_id: proof.id } : {}),
    ...(second ? { second_factor: second.by } : {}),
  }
  await commit(
    ctx,
    [
      ...(second?.steps ?? []),
      ...(identity.steps ?? []),
      ...requireProof(ctx, account.id, identity),
      step(ctx.db.insert(sessions).values(session)),
      step(ctx.db.delete(sessions).where(expired)),
      ...steps,
      ...(link ? linkSteps(ctx, account, user, link) : []),
      ...signInDeviceSteps(ctx, user),
      auditAccount(user, 'account.signed_in', detail),
    ],
    { ...PROFILE_CONFLICTS, 'auth_identities.issuer': 'account_exists', ...identity.conflicts },
  )
  return { session: await issueSession(ctx, user, sessionId), refreshToken: refresh.token, firmId: user.firmId }
}

const startAs = (ctx: Context, { account, records, portal, proof }: ProvenIdentity): SessionStart =>
  portal === 'client'
    ? startAsClient(ctx, account, records, proof.kind === 'one-tap' ? proof.clientId : undefined)
    : startAsBookkeeper(ctx, account)

/** Returns steps that link an account at a provider, which has verified the address and so confirms it. */
function linkSteps(ctx: Context, account: Account, user: SessionUser, link: ProviderIdentity): Step[] {
  const confirmed = ctx.db.update(authUsers).set({ email_confirmed_at: ctx.now.toISOString() })
  return [
    ...linkExisting(ctx, { ...account, firmId: user.firmId }, link),
    ...(account.confirmedAt
      ? []
      : [
          step(confirmed.where(eq(authUsers.id, account.id))),
          voidLinks(ctx, account.id, 'confirm'),
          ...declineWaitingRecords(ctx, account.email),
        ]),
  ]
}

/**
 * Returns steps that fail the batch when the proof is no longer valid: the password was reset, the provider account
 * unlinked, the passkey removed, the one-tap link revoked, or a second factor turned on in the meantime.
 */
function requireProof(ctx: Context, userId: string, { proof, second }: ProvenIdentity): Step[] {
  const { db } = ctx
  const code = proof.kind === 'password' ? 'invalid_credentials' : 'session_expired'
  const provesBothFactors = second !== undefined || proof.kind === 'passkey'
  return [
    ...(proof.kind === 'one-tap'
      ? oneTapProof(ctx, userId, proof.id)
      : [check(code, exists(stillValid(db, userId, proof)))]),
    ...(provesBothFactors ? [] : [check(code, notExists(verifiedFactor(db, userId)))]),
  ]
}

/** Selects the row that makes a proof valid. */
function stillValid(db: Database, userId: string, proof: Exclude<Proof, { kind: 'one-tap' }>) {
  switch (proof.kind) {
    case 'password':
      return db
        .select({ id: authUsers.id })
        .from(authUsers)
        .where(and(eq(authUsers.id, userId), eq(authUsers.password_hash, proof.hash)))
    case 'identity':
      return db
        .select({ id: authIdentities.id })
        .from(authIdentities)
        .where(and(eq(authIdentities.id, proof.id), eq(authIdentities.user_id, userId)))
    case 'passkey':
      return db
        .select({ id: passkeys.id })
        .from(passkeys)
        .where(and(eq(passkeys.id, proof.id), eq(passkeys.user_id, userId)))
  }
}
