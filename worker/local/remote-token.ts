import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@libsql/client/http'
import * as z from 'zod'
import { uuidv7 } from '../src/ids.ts'
import type { Database } from './database.ts'

/** Publishing tokens. They are in the database as hashes alone; whoever may write to the database may hand them out. */

/** A token as far as it can be shown. */
const IssuedToken = z.object({ id: z.string(), label: z.string().nullable(), created_at: z.string(), revoked_at: z.string().nullable() })
export type IssuedToken = z.infer<typeof IssuedToken>

async function run(store: Database, sql: string, args: (string | null)[]) {
  const client = createClient(store)
  try {
    return await client.execute({ sql, args })
  } finally {
    client.close()
  }
}

/**
 * Makes a publishing token of a remote and stores its hash.
 * @param label who or what will hold it
 * @returns the token, which nobody can read again
 */
export async function issueToken(store: Database, name: string, label: string | null = null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await run(store, 'INSERT INTO remote_tokens (id, name, token_hash, label, created_at) VALUES (?, ?, ?, ?, ?)', [
    uuidv7(),
    name,
    hash,
    label,
    new Date().toISOString(),
  ])
  return token
}

/** The tokens of a remote, newest first. */
export async function listTokens(store: Database, name: string): Promise<IssuedToken[]> {
  const { rows } = await run(store, 'SELECT id, label, created_at, revoked_at FROM remote_tokens WHERE name = ? ORDER BY id DESC', [name])
  return z.array(IssuedToken).parse(rows.map((row) => ({ ...row })))
}

/** Ends a token: the next request with it is refused. @returns whether there was such a token that still held */
export async function revokeToken(store: Database, name: string, id: string): Promise<boolean> {
  const revoke = 'UPDATE remote_tokens SET revoked_at = ? WHERE name = ? AND id = ? AND revoked_at IS NULL'
  const { rowsAffected } = await run(store, revoke, [new Date().toISOString(), name, id])
  return rowsAffected > 0
}
