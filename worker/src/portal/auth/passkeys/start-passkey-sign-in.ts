import type { PasskeyRequestOptions } from '@portal/contract/passkeys'
import type { Context } from '../../../context.ts'
import { newPasskeyChallenge } from './passkey-challenge.ts'
import { CEREMONY_TIMEOUT_MS, relyingParty } from './relying-party.ts'

/** Returns options for a sign-in with a passkey. They name no account: the user chooses a passkey of the device. */
export const startPasskeySignIn = (ctx: Context): PasskeyRequestOptions => ({
  challenge: newPasskeyChallenge(ctx, { purpose: 'sign-in', browser: ctx.device ?? '' }),
  rpId: relyingParty(ctx).id,
  timeout: CEREMONY_TIMEOUT_MS,
  userVerification: 'required',
})
