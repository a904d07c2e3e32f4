import * as z from 'zod'
import { Id, Instant, requiredText } from './common.ts'
import { PASSKEY_NAME_MAX } from './limits.ts'
import { ROLES } from './statuses.ts'

/** Schemas of passkeys. Options and responses have the JSON format of WebAuthn (https://www.w3.org/TR/webauthn-3/). */

/** Returns the schema of bytes in base64url, of up to `max` characters. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)
    .meta({ examples: ['c2lnbmF0dXJl'] })
const CredentialId = bytes(1400)
const Transports = z.array(z.string().max(32)).max(10)
const CredentialType = z.literal('public-key')
const Descriptor = z.object({ id: CredentialId, type: CredentialType, transports: Transports })

/** A passkey of the signed-in user. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  synced: z.boolean().meta({ description: 'Whether a password manager keeps a copy' }),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>
export const Passkeys = z.object({ passkeys: z.array(Passkey) })
export type Passkeys = z.infer<typeof Passkeys>

/** Options for `navigator.credentials.create()`. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytes(100), name: z.string(), displayName: z.string() }),
  challenge: bytes(500),
  pubKeyCredParams: z.array(z.object({ type: CredentialType, alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** The response of an authenticator that has created a passkey. */
export const AddPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: CredentialType,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: Transports.optional(),
  }),
})
export type AddPasskey = z.infer<typeof AddPasskey>

export const RenamePasskey = z.object({ name: requiredText(PASSKEY_NAME_MAX, 'line') })

/** Options for `navigator.credentials.get()`. They are the same for everyone, and name no passkey. */
export const PasskeyRequestOptions = z.object({
  challenge: bytes(500),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

/** The response of an authenticator to a challenge of the sign-in at one of the two portals. */
export const PasskeySignIn = z.object({
  portal: z.enum(ROLES),
  passkey: z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: CredentialType,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(10_000),
      userHandle: bytes(100),
    }),
  }),
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>
