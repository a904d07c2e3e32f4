import { decodeBase64urlIgnorePadding } from '@oslojs/encoding'
import type { AddPasskey, PasskeySignIn } from '@portal/contract/passkeys'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { type ChallengePurpose, checkPasskeyChallenge } from './passkey-challenge.ts'
import { ALGORITHMS, relyingParty } from './relying-party.ts'

/** Verifies responses of authenticators: signature, challenge, origin, RP ID, user verification and counter. */

/** A stored passkey, as far as its signatures depend on it. */
export interface StoredKey {
  credentialId: string
  publicKey: string
  counter: number
}

/** Returns what responses are checked against, and the challenge once it was checked. */
function expectations(ctx: Context, bound: ChallengePurpose) {
  const { id, origin } = relyingParty(ctx)
  const found = { challenge: '' }
  const expected = {
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    expectedChallenge: (challenge: string) => {
      checkPasskeyChallenge(ctx, bound, challenge)
      found.challenge = challenge
      return true
    },
  }
  return { expected, found }
}

/**
 * Runs a verification of the library, which throws whatever is wrong with a response as an `Error`. Refuses responses
 * to a page in a frame of another site, which the library accepts.
 */
async function verified<T extends { verified: boolean }>(clientData: string, verify: () => Promise<T>): Promise<T> {
  const result = await verify().catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('passkey_refused')
  })
  if (!result.verified || decodeClientDataJSON(clientData).crossOrigin) throw new AppError('passkey_refused')
  return result
}

/**
 * Verifies a new passkey.
 * @throws AppError `session_expired` (the challenge has expired, or is for something else), `passkey_refused`
 */
export async function verifyNewPasskey(ctx: Context, bound: ChallengePurpose, response: AddPasskey) {
  const { expected, found } = expectations(ctx, bound)
  const { clientDataJSON, attestationObject } = response.response
  const { registrationInfo } = await verified(clientDataJSON, () =>
    verifyRegistrationResponse({
      ...expected,
      supportedAlgorithmIDs: ALGORITHMS,
      response: { ...response, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    }),
  )
  if (!registrationInfo) throw new AppError('passkey_refused')
  const { credential, credentialBackedUp: synced } = registrationInfo
  return { credential, synced, challenge: found.challenge }
}

/**
 * Verifies a signature of a passkey. Its counter must have grown, unless the authenticator does not count.
 * @throws AppError like `verifyNewPasskey`
 */
export async function verifySignature(
  ctx: Context,
  bound: ChallengePurpose,
  stored: StoredKey,
  response: PasskeySignIn['passkey'],
) {
  const { expected, found } = expectations(ctx, bound)
  const { authenticationInfo } = await verified(response.response.clientDataJSON, () =>
    verifyAuthenticationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} },
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(decodeBase64urlIgnorePadding(stored.publicKey)),
        counter: stored.counter,
      },
    }),
  )
  const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
  return { counter, synced, challenge: found.challenge }
}
