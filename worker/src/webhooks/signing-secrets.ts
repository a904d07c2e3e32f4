import { seal, unseal } from '../crypto/seal.ts'
import type { Settings } from '../env.ts'

const USE = 'webhook'

/** Seals a signing secret for its address. */
export const sealSecret = (config: Settings, endpointId: string, secret: Uint8Array<ArrayBuffer>): Promise<string> =>
  seal(config, USE, endpointId, secret)

/** The secrets of an address as they are stored. */
export interface SealedSecrets {
  endpoint_id: string
  secret: string
  previous_secret: string | null
  previous_until: string | null
}

/**
 * The secrets that sign now: the present one first, and for a while the one before it. `resealed`: the present one under today's
 * AUTH_SECRET, where another has sealed it.
 */
export async function openSecrets(
  config: Settings,
  { endpoint_id, secret, previous_secret, previous_until }: SealedSecrets,
  now: Date,
): Promise<{ secrets: Uint8Array<ArrayBuffer>[]; resealed: string | undefined }> {
  const present = await unseal(config, USE, endpoint_id, secret)
  if (!present) throw new Error('The signing secret cannot be read. Please make a new one.')
  const before =
    previous_secret && previous_until && previous_until > now.toISOString()
      ? await unseal(config, USE, endpoint_id, previous_secret)
      : undefined
  return {
    secrets: [present.plain, ...(before ? [before.plain] : [])],
    resealed: present.stale ? await sealSecret(config, endpoint_id, present.plain) : undefined,
  }
}
