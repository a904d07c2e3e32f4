import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  AddPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeySignIn,
} from '@portal/contract/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { portalUrl } from './portal.ts'

/** A software authenticator: creates passkeys and signs with them, as a browser with a fingerprint reader does. */

/** What an authenticator can do otherwise than the portal expects. */
export interface Deviation {
  /** The page that asked. */
  origin?: string
  /** The site that the authenticator believes it is at. */
  rpId?: string
  /** Whether the page is in a frame of another site. */
  crossOrigin?: boolean
  /** Whether the key was touched. */
  userPresent?: boolean
  /** Whether fingerprint or PIN were checked. */
  userVerified?: boolean
  userHandle?: string
  counter?: number
  type?: string
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 }
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

function clientData(type: string, challenge: string, deviation: Deviation): Buffer {
  const { origin = new URL(portalUrl).origin, crossOrigin = false } = deviation
  return Buffer.from(JSON.stringify({ type: deviation.type ?? type, challenge, origin, crossOrigin }))
}

function authenticatorData(rpId: string, counter: number, extra: number, deviation: Deviation): Buffer {
  const { userPresent = true, userVerified = true } = deviation
  const flags = (userPresent ? FLAGS.userPresent : 0) | (userVerified ? FLAGS.userVerified : 0) | extra
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

/** Creates an authenticator with one key. @param counts whether it counts signatures, as security keys do */
export function newAuthenticator({ counts = false, synced = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const backup = synced ? FLAGS.backupEligible | FLAGS.backedUp : 0
  let counter = 0
  let handle = base64url(randomBytes(32))
  const nextCounter = ({ counter: given }: Deviation): number => given ?? (counts ? ++counter : 0)
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }

  const create = (options: PasskeyCreationOptions, deviation: Deviation = {}): AddPasskey => {
    handle = options.user.id
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(jwk.x ?? '', 'base64url'))],
      [-3, new Uint8Array(Buffer.from(jwk.y ?? '', 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([
      authenticatorData(deviation.rpId ?? options.rp.id, nextCounter(deviation), FLAGS.hasKey | backup, deviation),
      Buffer.alloc(16),
      length,
      id,
      isoCBOR.encode(key),
    ])
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(data)],
    ])
    return {
      ...common,
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, deviation)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Signs a challenge. */
  const signIn = (options: PasskeyRequestOptions, deviation: Deviation = {}): PasskeySignIn['passkey'] => {
    const data = authenticatorData(deviation.rpId ?? options.rpId, nextCounter(deviation), backup, deviation)
    const client = clientData('webauthn.get', options.challenge, deviation)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
    return {
      ...common,
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: deviation.userHandle ?? handle,
      },
    }
  }
  return { id: common.id, create, signIn }
}
export type Authenticator = ReturnType<typeof newAuthenticator>
