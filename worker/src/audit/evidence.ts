import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { decrypt, encrypt } from '../crypto/seal.ts'

/**
 * Evidence in the audit log is encrypted with AES-256-GCM under a key of the client. Erasing the client deletes the
 * key, which makes the evidence unreadable without changing the log or its hashes.
 */

const KEY_BYTES = 32
const utf8 = new TextEncoder()

/** Returns a new key in base64url. */
export const newEvidenceKey = (): string => encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))

const keyOf = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(decodeBase64urlIgnorePadding(key)), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

/** Encrypts evidence about a client. */
export async function sealEvidence(key: string, clientId: string, evidence: Record<string, unknown>): Promise<string> {
  return encrypt(await keyOf(key), `evidence/${clientId}`, new Uint8Array(utf8.encode(JSON.stringify(evidence))))
}

/** Decrypts evidence. @returns undefined when the client, and with it the key, was erased */
export async function openEvidence(
  key: string | null | undefined,
  clientId: string,
  sealed: string,
): Promise<Record<string, unknown> | undefined> {
  const plain = key ? await decrypt(await keyOf(key), `evidence/${clientId}`, sealed) : undefined
  return plain && (JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>)
}
