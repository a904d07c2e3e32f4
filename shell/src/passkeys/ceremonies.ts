import { CHALLENGE_TTL_MS } from '@portal/contract/limits'
import type { FullReauthentication } from '@portal/contract/factors'
import type { Passkey, PasskeySignIn } from '@portal/contract/passkeys'
import type { Role } from '@portal/contract/statuses'
import { api, call, isApiError, setSession } from '@portal/sdk'
import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** Creates passkeys and signs in with them. Import it on demand, because it contains the WebAuthn library. */

export { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser'

/** Resolves with undefined when the user closes the dialog of the browser, or another ceremony replaces this one. */
async function unlessCanceled<T>(ceremony: Promise<T>): Promise<T | undefined> {
  try {
    return await ceremony
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
    throw error
  }
}

/** A passkey that the user has chosen, with the signed challenge. */
export interface ChosenPasskey {
  rpId: string
  passkey: PasskeySignIn['passkey']
}

/** Lets the user choose a passkey in a dialog of the browser. Returns undefined when the user cancels. */
export const choosePasskey = (): Promise<ChosenPasskey | undefined> => choose(false)

/** How long autofill uses one challenge: until shortly before it expires. */
const RENEW_MS = CHALLENGE_TTL_MS - 60_000

/**
 * Offers passkeys in the autofill of the email field until one is chosen or the signal aborts. Returns undefined
 * without a choice, and where browsers do not support it.
 */
export async function choosePasskeyInAutofill(signal: AbortSignal): Promise<ChosenPasskey | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  for (;;) {
    const expiry = AbortSignal.timeout(RENEW_MS)
    const chosen = await choose(true, AbortSignal.any([signal, expiry]))
    if (chosen || !expiry.aborted || signal.aborted) return chosen
  }
}

async function choose(useBrowserAutofill: boolean, signal?: AbortSignal): Promise<ChosenPasskey | undefined> {
  const optionsJSON = await call(api.auth.passkeys['sign-in'].options.$post({}, { init: { signal: signal ?? null } }))
  if (signal?.aborted) return undefined
  const cancel = (): void => WebAuthnAbortService.cancelCeremony()
  signal?.addEventListener('abort', cancel)
  const ceremony = startAuthentication({ optionsJSON, useBrowserAutofill })
  const chosen = await unlessCanceled(ceremony).finally(() => signal?.removeEventListener('abort', cancel))
  if (!chosen) return undefined
  const { id, rawId, type, response } = chosen
  const passkey = { id, rawId, type, response: { ...response, userHandle: response.userHandle ?? '' } }
  return { rpId: optionsJSON.rpId, passkey }
}

/** Signs in at one of the two portals with the chosen passkey. Throws `ApiError`. */
export async function signInWithPasskey(portal: Role, { rpId, passkey }: ChosenPasskey): Promise<void> {
  try {
    setSession(await call(api.auth.passkeys['sign-in'].$post({ json: { portal, passkey } })), 'signed-in')
  } catch (error) {
    if (isApiError(error, 'passkey_unknown')) forgetPasskey(rpId, passkey.id)
    throw error
  }
}

/** Removes a passkey that the portal does not know from the browser's list, where browsers support it. */
function forgetPasskey(rpID: string, credentialID: string): void {
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined)
}

/**
 * Creates a passkey on a device that the user chooses, and adds it to the account. Returns undefined when the user
 * cancels. Throws `ApiError`, for example 'reauthentication_required' when the password is missing.
 */
export async function createPasskey(proof: FullReauthentication = {}): Promise<Passkey | undefined> {
  const optionsJSON = await call(api.auth.passkeys.options.$post({ json: proof }))
  const created = await unlessCanceled(startRegistration({ optionsJSON }))
  if (!created) return undefined
  const { id, rawId, type, response } = created
  return call(api.auth.passkeys.$post({ json: { id, rawId, type, response } }))
}
