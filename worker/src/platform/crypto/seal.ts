import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import type { Settings } from '../../env.ts'

/**
 * Encryption at rest: AES-256-GCM with a key derived from AUTH_SECRET by HKDF, one key for each `use`. The ciphertext
 * is bound to a `context`, such as the id of its owner, and cannot be decrypted in another context.
 */

type Secrets = Pick<Settings, 'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS'>

const utf8 = new TextEncoder()
const IV_BYTES = 12
const VERSION = 'v1'

async function keyFor(secret: string, use: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8.encode(`portal/${VERSION}/${use}`),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts with a key. Returns `v1.<iv>.<ciphertext>`. */
export async function encrypt(key: CryptoKey, context: string, plain: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8.encode(context) }, key, plain)
  return [VERSION, encodeBase64urlNoPadding(iv), encodeBase64urlNoPadding(new Uint8Array(sealed))].join('.')
}

/** Decrypts a ciphertext. Returns undefined when it was changed, or belongs to another key or context. */
export async function decrypt(
  key: CryptoKey,
  context: string,
  sealed: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [version, iv, data, ...rest] = sealed.split('.')
  if (version !== VERSION || !iv || !data || rest.length > 0) return undefined
  try {
    const parameters = {
      name: 'AES-GCM',
      iv: new Uint8Array(decodeBase64urlIgnorePadding(iv)),
      additionalData: utf8.encode(context),
    }
    return new Uint8Array(
      await crypto.subtle.decrypt(parameters, key, new Uint8Array(decodeBase64urlIgnorePadding(data))),
    )
  } catch {
    return undefined
  }
}

/** Encrypts with the current secret. Returns `v1.<iv>.<ciphertext>`. */
export async function seal(
  secrets: Secrets,
  use: string,
  context: string,
  plain: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return encrypt(await keyFor(secrets.AUTH_SECRET, use), context, plain)
}

/** A decrypted value. `stale`: it was encrypted with the previous secret and should be encrypted again. */
export interface Opened {
  plain: Uint8Array<ArrayBuffer>
  stale: boolean
}

/**
 * Decrypts with the current secret, or else the previous one. Returns undefined when the ciphertext was changed, or
 * belongs to another use or context.
 */
export async function unseal(
  secrets: Secrets,
  use: string,
  context: string,
  sealed: string,
): Promise<Opened | undefined> {
  for (const secret of [secrets.AUTH_SECRET, secrets.AUTH_SECRET_PREVIOUS]) {
    const plain = secret ? await decrypt(await keyFor(secret, use), context, sealed) : undefined
    if (plain) return { plain, stale: secret !== secrets.AUTH_SECRET }
  }
  return undefined
}
