import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import type { Settings } from '../env.ts'

/**
 * Encryption at rest of what must be read again: AES-256-GCM under a key derived from AUTH_SECRET by HKDF, one for each `use`. What
 * is sealed is bound to a `context` (whose it is), so that it opens in its own place only.
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

/** Encrypts under a key. @returns `v1.<iv>.<ciphertext>` */
export async function encrypt(key: CryptoKey, context: string, plain: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8.encode(context) }, key, plain)
  return [VERSION, encodeBase64urlNoPadding(iv), encodeBase64urlNoPadding(new Uint8Array(sealed))].join('.')
}

/** Decrypts what was encrypted under the key, for the same context; undefined where it was not, or was changed. */
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

/** Encrypts under today's secret. @returns `v1.<iv>.<ciphertext>` */
export async function seal(
  secrets: Secrets,
  use: string,
  context: string,
  plain: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return encrypt(await keyFor(secrets.AUTH_SECRET, use), context, plain)
}

/** What was opened. `stale`: the secret before sealed it, so that it should be sealed anew. */
export interface Opened {
  plain: Uint8Array<ArrayBuffer>
  stale: boolean
}

/** Decrypts, under today's secret or else the one before. @returns undefined where it was not sealed here, for this, or was changed */
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
