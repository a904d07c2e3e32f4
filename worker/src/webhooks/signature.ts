import { decodeBase64IgnorePadding, encodeBase64 } from '@oslojs/encoding'

/** Signatures of standardwebhooks.com: HMAC-SHA256 over id, timestamp and body, joined by dots. */

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Returns a new signing secret. */
export const newSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

/** Encodes a secret for its receiver. */
export const encodeSecret = (secret: Uint8Array): string => PREFIX + encodeBase64(secret)

/** Decodes a secret. */
export const decodeSecret = (encoded: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(decodeBase64IgnorePadding(encoded.slice(PREFIX.length)))

/** The signed content. */
export interface Signed {
  id: string
  /** Seconds since the epoch. */
  timestamp: number
  body: string
}

/** Returns the value of the header `webhook-signature`, with one signature for each valid secret. */
export async function sign(
  secrets: readonly Uint8Array<ArrayBuffer>[],
  { id, timestamp, body }: Signed,
): Promise<string> {
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = secrets.map(async (secret) => {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return `v1,${encodeBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, content)))}`
  })
  return (await Promise.all(signatures)).join(' ')
}
