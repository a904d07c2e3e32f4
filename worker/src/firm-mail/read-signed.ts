import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** Largest accepted age of a message, and clock difference. Older messages may be replays. */
const TOLERANCE_MS = 5 * 60_000

/** The headers of a signed message. */
export interface SignedHeaders {
  id: string
  /** Seconds since the epoch. */
  timestamp: string
  /** One or more `v1,<base64>`, separated by spaces; several while the secret is rotated. */
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
 * Verifies a message signed with the secret (`whsec_…`) in Svix's scheme and returns its body. Does not read the body
 * unless the headers are plausible.
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
  for (const candidate of signature.split(' ')) {
    const [version, base64 = ''] = candidate.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', hmac, tryBytes(base64), signed))) return body
  }
  throw new AppError('unauthenticated')
}
