import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import type { Database } from '../db/client.ts'
import { replyAddresses } from '../db/schema/index.ts'
import { type Step, step } from '../db/write.ts'
import type { Settings } from '../../env.ts'
import { keyedHash, tokenHash } from '../crypto/secrets.ts'

const PREFIX = 'reply-'
const TOKEN_BYTES = 16

/** Returns the token in a client's reply address: 128 bits, in lower case because some mail servers change the case. */
function tokenOf({ AUTH_SECRET }: Settings, clientId: string): string {
  const bytes = Buffer.from(keyedHash(AUTH_SECRET, 'reply-address', clientId), 'hex')
  return encodeBase32LowerCaseNoPadding(bytes.subarray(0, TOKEN_BYTES))
}

/** The address to which a client replies, and the step that makes it valid. */
export interface ReplyAddress {
  address: string
  step: Step
}

/**
 * Returns the address whose mail becomes a chat message of the client; undefined when the portal receives no mail. Only
 * a hash of it is stored.
 */
export function replyAddressOf(
  { db, now, settings }: { db: Database; now: Date; settings: Settings },
  clientId: string,
): ReplyAddress | undefined {
  if (!settings.REPLY_DOMAIN) return undefined
  const token = tokenOf(settings, clientId)
  const row = { token_hash: tokenHash(token), client_id: clientId, created_at: now.toISOString() }
  return {
    address: `${PREFIX}${token}@${settings.REPLY_DOMAIN}`,
    step: step(db.insert(replyAddresses).values(row).onConflictDoNothing()),
  }
}

/** Returns the hash of the token in a reply address, or undefined for any other address. */
export function replyTokenHash({ REPLY_DOMAIN }: Settings, address: string): string | undefined {
  const [local = '', domain = '', ...more] = address.trim().toLowerCase().split('@')
  if (REPLY_DOMAIN === '' || domain !== REPLY_DOMAIN || more.length > 0 || !local.startsWith(PREFIX)) return undefined
  return tokenHash(local.slice(PREFIX.length))
}
