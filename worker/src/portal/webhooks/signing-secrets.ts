import { encodeBase64 } from '@oslojs/encoding'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { Settings } from '../../env.ts'

const USE = 'webhook'
const SECRET_BYTES = 32

export const newSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

/** Encodes a secret for its receiver, as Standard Webhooks prescribes. */
export const encodeSecret = (secret: Uint8Array): string => `whsec_${encodeBase64(secret)}`

/** Encrypts the signing secret of a webhook. */
export const sealSecret = (config: Settings, endpointId: string, secret: Uint8Array<ArrayBuffer>): Promise<string> =>
  seal(config, USE, endpointId, secret)

/** The encrypted secrets of a webhook. */
export interface SealedSecrets {
  endpoint_id: string
  secret: string
  previous_secret: string | null
  previous_until: string | null
}

/**
 * Decrypts the secrets to sign with: the current one first, then the previous one while it is valid. `resealed`
 * is set when the current one was encrypted under an earlier AUTH_SECRET.
 */
export async function openSecrets(
  config: Settings,
  { endpoint_id, secret, previous_secret, previous_until }: SealedSecrets,
  now: Date,
): Promise<{ secrets: Uint8Array<ArrayBuffer>[]; resealed: string | undefined }> {
  const present = await unseal(config, USE, endpoint_id, secret)
  if (!present) throw new Error('The signing secret cannot be decrypted. Please create a new one.')
  const before =
    previous_secret && previous_until && previous_until > now.toISOString()
      ? await unseal(config, USE, endpoint_id, previous_secret)
      : undefined
  return {
    secrets: [present.plain, ...(before ? [before.plain] : [])],
    resealed: present.stale ? await sealSecret(config, endpoint_id, present.plain) : undefined,
  }
}
