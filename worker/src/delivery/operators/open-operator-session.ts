import { lt } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { PORTAL_LOG } from '../../platform/audit/portal-log.ts'
import { deviceHash } from '../../portal/auth/verification-codes/stored-code.ts'
import type { Context } from '../../context.ts'
import { newToken, tokenHash } from '../../platform/crypto/secrets.ts'
import { operatorSessions } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { type Operator, roleOf } from './operator.ts'

/** A working day. Sessions do not last longer, because they can change what all users run. */
const TTL_MS = 12 * 60 * 60_000
/** How long a browser is recognized after its last session has expired. */
const KEEP_MS = 90 * 24 * 60 * 60_000

/** Opens a session of the operator page for 12 hours. Returns it with the token for the cookie. */
export async function openOperatorSession(
  ctx: Context,
  person: Pick<Operator, 'email' | 'remotes'>,
): Promise<{ token: string; operator: Operator }> {
  const { db, now } = ctx
  const { email, remotes } = person
  const token = newToken()
  const sessionId = uuidv7()
  const expiresAt = new Date(now.getTime() + TTL_MS).toISOString()
  const forgetBefore = new Date(now.getTime() - KEEP_MS).toISOString()
  await commit(ctx, [
    step(db.delete(operatorSessions).where(lt(operatorSessions.expires_at, forgetBefore))),
    step(
      db.insert(operatorSessions).values({
        id: sessionId,
        token_hash: tokenHash(token),
        email,
        device_hash: deviceHash(ctx),
        created_at: now.toISOString(),
        expires_at: expiresAt,
      }),
    ),
    audit(
      { actor: { firmId: PORTAL_LOG, userId: email, role: roleOf(person) } },
      {
        action: 'operator.signed_in',
        subjectType: 'operator',
        subjectId: sessionId,
        detail: { name: email, ...(remotes && { remotes }) },
      },
    ),
  ])
  return { token, operator: { ...person, sessionId, expiresAt } }
}
