import { Buffer } from 'node:buffer'
import { createECDH } from 'node:crypto'

/** A key pair on the curve P-256. */
export interface KeyPair {
  /** The public key as an uncompressed point, in base64url. */
  publicKey: string
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
}

/**
 * Returns the key pair of a private key: 32 random bytes in base64 or base64url.
 * @throws Error when it is not a private key
 */
export function keyPairOf(privateKey: string): KeyPair {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64'))
  const point = ecdh.getPublicKey()
  const part = (from: number, to: number): string => point.subarray(from, to).toString('base64url')
  return {
    publicKey: point.toString('base64url'),
    jwk: { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65), d: ecdh.getPrivateKey().toString('base64url') },
  }
}

export function isPrivateKey(text: string): boolean {
  try {
    return Buffer.from(text, 'base64').length === 32 && keyPairOf(text).publicKey.length > 0
  } catch {
    return false
  }
}
