import type { Role } from '@portal/contract/statuses'
import { isApiError, toastError } from '@portal/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { toastSignInFailure } from '../sign-in/failures.ts'
import type { ChosenPasskey } from './ceremonies.ts'
import { ceremonies } from './load-ceremonies.ts'
import { passkeysSupported } from './supported.ts'

export interface PasskeySignInProps {
  portal: Role
  /** Called when the session has begun. */
  onDone: () => void
}

/**
 * Signs in with a passkey from the autofill of the email field, or from a dialog. Browsers wait for one at a time: the
 * dialog ends autofill, which starts again when there was no sign-in.
 */
export function usePasskeySignIn({ portal, onDone }: PasskeySignInProps) {
  const [busy, setBusy] = useState(false)
  const run = async (choose: () => Promise<ChosenPasskey | undefined>): Promise<void> => {
    setBusy(true)
    try {
      const chosen = await choose()
      if (chosen) {
        await (await ceremonies.load()).signInWithPasskey(portal, chosen)
        // Stays busy until the next page replaces this one.
        return onDone()
      }
    } catch (error) {
      if (isApiError(error)) toastSignInFailure(error, portal)
      else toastError('Sign In Failed', 'The browser could not use a passkey. Please sign in another way.')
    }
    setBusy(false)
  }
  const finish = useEffectEvent((chosen: ChosenPasskey) => void run(() => Promise.resolve(chosen)))
  useEffect(() => {
    if (busy || !passkeysSupported()) return
    const autofill = new AbortController()
    void ceremonies
      .load()
      .then(({ choosePasskeyInAutofill }) => choosePasskeyInAutofill(autofill.signal))
      // If autofill is not available, the form works without it.
      .catch(() => undefined)
      .then((chosen) => chosen && finish(chosen))
    return () => autofill.abort()
  }, [busy])
  return { busy, signIn: () => run(async () => (await ceremonies.load()).choosePasskey()) }
}
