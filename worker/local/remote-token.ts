import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@libsql/client/http'
import { uuidv7 } from '../src/ids.ts'

/**
 * Makes a publishing token of a remote and stores its hash.
 * @returns the token, which nobody can read again
 */
export async function issueToken(database: { url: string; authToken?: string }, name: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const client = createClient(database)
  try {
    await client.execute({
      sql: 'INSERT INTO remote_tokens (id, name, token_hash, created_at) VALUES (?, ?, ?, ?)',
      args: [uuidv7(), name, createHash('sha256').update(token).digest('hex'), new Date().toISOString()],
    })
  } finally {
    client.close()
  }
  return token
}
