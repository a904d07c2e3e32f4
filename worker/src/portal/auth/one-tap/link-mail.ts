import { ONE_TAP_TTL_MS } from '@portal/contract/limits'
import { sql } from 'drizzle-orm'
import { derivedToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { runBatch } from '../../../platform/db/run-batch.ts'
import { type Env, settings } from '../../../env.ts'
import { fillClientLinks } from '../../../platform/mail/client-links.ts'
import type { Mail } from '../../../platform/outbox/enqueue.ts'

/**
 * Completes the links of a mail at its delivery. They get a token if the recipient has an account, the client is not
 * archived, and the firm has not turned such links off. The token is derived from the id of the mail, so that a
 * repeated delivery sends the same mail; only its hash is stored.
 */
export async function completeLinks(env: Env, mailId: string, mail: Mail): Promise<Mail> {
  if (mail.clientId === undefined) return fillClientLinks(mail, undefined)
  const token = derivedToken(settings(env).AUTH_SECRET, 'one-tap', mailId)
  const hash = tokenHash(token)
  const now = Date.now()
  const expiresAt = new Date(now + ONE_TAP_TTL_MS).toISOString()
  const [valid] = await runBatch(env, [
    sql`INSERT INTO one_tap_links (id, user_id, client_id, token_hash, created_at, expires_at)
      SELECT ${mailId}, u.id, c.id, ${hash}, ${new Date(now).toISOString()}, ${expiresAt}
      FROM book_clients c
        JOIN firms f ON f.id = c.firm_id
        JOIN book_client_auth a ON a.client_id = c.id
        JOIN auth_users u ON u.id = a.auth_user_id
        JOIN profiles p ON p.id = u.id
      WHERE c.id = ${mail.clientId} AND c.archived_at IS NULL AND f.one_tap_links = 1
        AND u.email = lower(${mail.to}) AND u.email_confirmed_at IS NOT NULL AND p.role = 'client'
      ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at
        WHERE revoked_at IS NULL AND token_hash = excluded.token_hash
      RETURNING id`,
  ])
  return fillClientLinks(mail, valid && valid.length > 0 ? token : undefined)
}
