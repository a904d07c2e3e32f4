import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { tokenHash } from '../../../worker/src/platform/crypto/secrets.ts'
import { remoteTokens } from '../../../worker/src/platform/db/schema/index.ts'
import { build } from '../../../worker/src/platform/db/statement.ts'
import { newRemoteToken } from '../../../worker/src/delivery/remotes/new-remote-token.ts'
import { uuidv7 } from '../../../worker/src/platform/ids.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { changeCredential } from './change-credential.ts'

/** Publishing tokens, of which the database stores only hashes. Write access to the database allows issuing them. */

/** Default lifetime of a token in days. */
const TOKEN_DAYS = 90
const DAY_MS = 86_400_000

export interface TokenOptions {
  /** Describes where the token is used. */
  label?: string | undefined
  /** `preview` allows uploading versions and creating preview links, but not changing the live version. */
  scope?: 'preview' | 'publish'
  days?: number | undefined
}

/**
 * Issues a publishing token for a remote and stores its hash.
 * @returns the token, which cannot be retrieved later
 */
export async function issueToken(store: Database, name: string, options: TokenOptions = {}): Promise<string> {
  const { label = null, scope = 'publish', days = TOKEN_DAYS } = options
  const token = newRemoteToken()
  const id = uuidv7()
  const created_at = new Date().toISOString()
  const expires_at = new Date(Date.parse(created_at) + days * DAY_MS).toISOString()
  const insert = build
    .insert(remoteTokens)
    .values({ id, name, token_hash: tokenHash(token), label, scope, created_at, expires_at })
  await changeCredential(store, name, [insert], {
    action: 'remote.token_issued',
    detail: { token: id, label, scope, until: expires_at },
  })
  return token
}

/** Returns whether a database accepts a remote's token: it is stored, not revoked and not expired. */
export async function isValidToken(store: Database, name: string, token: string): Promise<boolean> {
  const valid = and(
    eq(remoteTokens.name, name),
    eq(remoteTokens.token_hash, tokenHash(token)),
    isNull(remoteTokens.revoked_at),
    gt(remoteTokens.expires_at, new Date().toISOString()),
  )
  const rows = await withDatabase(store, (db) => db.select({ id: remoteTokens.id }).from(remoteTokens).where(valid))
  return rows.length > 0
}

/** Returns the tokens of a remote without their secrets, newest first. */
export const listTokens = (store: Database, name: string) =>
  withDatabase(store, (db) =>
    db
      .select({
        id: remoteTokens.id,
        label: remoteTokens.label,
        scope: remoteTokens.scope,
        created_at: remoteTokens.created_at,
        expires_at: remoteTokens.expires_at,
        revoked_at: remoteTokens.revoked_at,
        last_used_at: remoteTokens.last_used_at,
      })
      .from(remoteTokens)
      .where(eq(remoteTokens.name, name))
      .orderBy(desc(remoteTokens.id)),
  )

/** Revokes a token, effective with the next request. @returns false if there is no such token, or it was revoked */
export async function revokeToken(store: Database, name: string, id: string): Promise<boolean> {
  const active = and(eq(remoteTokens.name, name), eq(remoteTokens.id, id), isNull(remoteTokens.revoked_at))
  const [token] = await withDatabase(store, (db) =>
    db.select({ label: remoteTokens.label, scope: remoteTokens.scope }).from(remoteTokens).where(active),
  )
  if (!token) return false
  const revoke = build.update(remoteTokens).set({ revoked_at: new Date().toISOString() }).where(active)
  await changeCredential(store, name, [revoke], { action: 'remote.token_revoked', detail: { token: id, ...token } })
  return true
}
