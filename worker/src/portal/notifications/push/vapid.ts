import { importJWK, SignJWT } from 'jose'
import { keyPairOf } from '../../../platform/crypto/p256.ts'
import type { Settings } from '../../../env.ts'

/** Identifies the portal to push services (RFC 8292). */

type VapidSettings = Pick<Settings, 'VAPID_PRIVATE_KEY' | 'ORIGIN'>

/** Returns the public key that browsers subscribe with, or null if push is not offered. */
export const pushPublicKey = ({ VAPID_PRIVATE_KEY }: Pick<Settings, 'VAPID_PRIVATE_KEY'>): string | null =>
  VAPID_PRIVATE_KEY === '' ? null : keyPairOf(VAPID_PRIVATE_KEY).publicKey

/** How push services reach the operator. Some accept only https and mailto addresses, also in development. */
const contactOf = ({ ORIGIN }: VapidSettings): string =>
  ORIGIN.startsWith('https://') ? ORIGIN : 'mailto:portal@example.com'

/** Returns the Authorization header for a message to an endpoint. */
export async function vapidHeader(config: VapidSettings, endpoint: string): Promise<string> {
  const { publicKey, jwk } = keyPairOf(config.VAPID_PRIVATE_KEY)
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(contactOf(config))
    .setExpirationTime('12h')
    .sign(await importJWK(jwk, 'ES256'))
  return `vapid t=${token}, k=${publicKey}`
}
