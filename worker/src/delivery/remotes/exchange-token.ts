import type { ExchangedToken } from '@portal/contract/publishing'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import { remoteTokens, remoteTrusts } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError, isAppError } from '../../errors.ts'
import { limitRequests } from '../../platform/http/request-rate-limit.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import { auditRemote } from './audit-remote.ts'
import { issuerOf, trustOf } from './ci-token.ts'
import { newRemoteToken } from './new-remote-token.ts'

/** How long the token of a CI job is valid, in ms. */
const LIFETIME_MS = 15 * 60_000
/** How long it is kept after that, in ms, so that the ID token cannot be exchanged again. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Exchanges the ID token of a CI job for a publishing token of a remote that trusts it. Each ID token can be exchanged
 * once per remote.
 * @throws AppError `unauthenticated`; `too_many_requests`; `busy` while the provider does not answer
 */
export async function exchangeToken(
  ctx: Context,
  name: string,
  idToken: string,
): Promise<z.infer<typeof ExchangedToken>> {
  await limitRequests(ctx)
  const { db, now } = ctx
  const trusts = await db
    .select()
    .from(remoteTrusts)
    .where(
      and(eq(remoteTrusts.name, name), eq(remoteTrusts.issuer, issuerOf(idToken)), isNull(remoteTrusts.revoked_at)),
    )
  const { id: trust, subject, scope, holder: label } = await trustOf(ctx, idToken, trusts)
  const token = newRemoteToken()
  const expires_at = new Date(now.getTime() + LIFETIME_MS).toISOString()
  const id = uuidv7()
  const insert = db.insert(remoteTokens).values({
    id,
    name,
    token_hash: tokenHash(token),
    label,
    scope,
    created_at: now.toISOString(),
    expires_at,
    // Without the signature, of which other spellings are valid, too.
    exchange_hash: tokenHash(`${name} ${idToken.split('.').slice(0, 2).join('.')}`),
  })
  const old = new Date(now.getTime() - KEPT_MS).toISOString()
  const clean = db
    .delete(remoteTokens)
    .where(and(eq(remoteTokens.name, name), isNotNull(remoteTokens.exchange_hash), lt(remoteTokens.expires_at, old)))
  try {
    const issued = { token: id, label, scope, until: expires_at, trust, subject }
    const audit = auditRemote({ id, actor: label, role: 'team' }, name, 'remote.token_issued', issued)
    await commit(ctx, [step(clean), step(insert), audit], { 'remote_tokens.exchange_hash': 'stale' })
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
    throw new AppError('unauthenticated', { detail: 'This ID token was used before. Request a new one.' })
  }
  log('remote_token_exchanged', { id: ctx.requestId, remote: name, scope })
  return { token, expires_at, scope }
}
