import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** How far the clocks of sender and receiver may be apart; what is older may be a replay. */
const TOLERANCE_MS = 5 * 60_000

/** The headers of a signed message. */
export interface SignedHeaders {
  id: string
  /** Seconds since the epoch. */
  timestamp: string
  /** `v1,<base64>`, several of them while a secret is being replaced. */
  signature: string
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

function tryBytes(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return bytesOf(base64)
  } catch {
    return new Uint8Array()
  }
}

/**
 * Returns the body of a message that was signed with the secret (`whsec_…`), a short while ago, as Svix does it. Reads it only where the
 * headers are those of a signed message.
 * @throws AppError `unauthenticated`
 */
export async function readSigned(
  { now }: Pick<Context, 'now'>,
  secret: string,
  headers: SignedHeaders,
  read: () => Promise<string>,
): Promise<string> {
  const { id, timestamp, signature } = headers
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000)
  const key = tryBytes(secret.replace(/^whsec_/, ''))
  if (!id || !/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_MS || key.length === 0 || !signature)
    throw new AppError('unauthenticated')
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const body = await read()
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of signature.split(' ')) {
    const [version, base64 = ''] = one.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', hmac, tryBytes(base64), signed))) return body
  }
  throw new AppError('unauthenticated')
}
