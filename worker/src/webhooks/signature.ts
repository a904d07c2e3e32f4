import { decodeBase64IgnorePadding, encodeBase64 } from '@oslojs/encoding'

/** Signatures as standardwebhooks.com describes them: HMAC-SHA256 over id, time and body, joined by dots. */

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret. */
export const newSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

/** A secret as its receiver gets it. */
export const writeSecret = (secret: Uint8Array): string => PREFIX + encodeBase64(secret)

/** The bytes of a secret in that form. */
export const readSecret = (written: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(decodeBase64IgnorePadding(written.slice(PREFIX.length)))

/** What is signed. */
export interface Signed {
  id: string
  /** Seconds since the epoch. */
  timestamp: number
  body: string
}

/** The value of the header webhook-signature: one signature for each secret that is good. */
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
