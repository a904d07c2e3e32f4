import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@libsql/client/http'
import * as z from 'zod'
import { uuidv7 } from '../src/ids.ts'
import type { Database } from './database.ts'

/** Publishing tokens, of which the database stores only hashes. Write access to the database allows issuing them. */

/** A token without its secret. */
const IssuedToken = z.object({
  id: z.string(),
  label: z.string().nullable(),
  scope: z.enum(['preview', 'publish']),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type IssuedToken = z.infer<typeof IssuedToken>

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

async function run(store: Database, sql: string, args: (string | null)[]) {
  const client = createClient(store)
  try {
    return await client.execute({ sql, args })
  } finally {
    client.close()
  }
}

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
  // The prefix keeps a token from looking like an option, and lets scanners recognize leaked ones.
  const token = `remote_${randomBytes(32).toString('base64url')}`
  const now = Date.now()
  await run(
    store,
    `INSERT INTO remote_tokens (id, name, token_hash, label, scope, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      uuidv7(),
      name,
      hashOf(token),
      label,
      scope,
      new Date(now).toISOString(),
      new Date(now + days * DAY_MS).toISOString(),
    ],
  )
  return token
}

/** Returns whether a database accepts a remote's token: it is stored, not revoked and not expired. */
export async function isValidToken(store: Database, name: string, token: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM remote_tokens WHERE name = ? AND token_hash = ? AND revoked_at IS NULL AND expires_at > ?'
  return (await run(store, sql, [name, hashOf(token), new Date().toISOString()])).rows.length > 0
}

/** Returns the tokens of a remote, newest first. */
export async function listTokens(store: Database, name: string): Promise<IssuedToken[]> {
  const { rows } = await run(
    store,
    `SELECT id, label, scope, created_at, expires_at, revoked_at, last_used_at
      FROM remote_tokens WHERE name = ? ORDER BY id DESC`,
    [name],
  )
  return z.array(IssuedToken).parse(rows.map((row) => ({ ...row })))
}

/** Revokes a token, effective with the next request. @returns false if there is no such token, or it was revoked */
export async function revokeToken(store: Database, name: string, id: string): Promise<boolean> {
  const revoke = 'UPDATE remote_tokens SET revoked_at = ? WHERE name = ? AND id = ? AND revoked_at IS NULL'
  const { rowsAffected } = await run(store, revoke, [new Date().toISOString(), name, id])
  return rowsAffected > 0
}
