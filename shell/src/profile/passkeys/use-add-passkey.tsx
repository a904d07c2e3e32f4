import type { FullReauthentication } from '@portal/contract/factors'
import { isApiError, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastCreationFailure } from '../../passkeys/failures.ts'
import { ceremonies } from '../../passkeys/load-ceremonies.ts'
import { ConfirmPassword } from '../two-step/confirm-password.tsx'
import { passkeysQuery } from './queries.ts'

/**
 * Adds a passkey. Asks for proof of the owner only when the server requires it: the sign-in was a while ago, or by a
 * link in a mail.
 */
export function useAddPasskey() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const create = async (proof?: FullReauthentication): Promise<void> => {
    const { createPasskey } = await ceremonies.load()
    const passkey = await createPasskey(proof)
    void client.invalidateQueries(passkeysQuery)
    if (passkey) toastSuccess('Passkey added', `It is called “${passkey.name}”.`)
  }
  const add = async (): Promise<void> => {
    setBusy(true)
    try {
      await create()
    } catch (error) {
      if (isApiError(error, 'reauthentication_required')) setAsking(true)
      else toastCreationFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const addWithProof = async (proof: FullReauthentication): Promise<void> => {
    try {
      await create(proof)
    } catch (error) {
      // Errors of the server belong to the fields of the dialog.
      if (isApiError(error)) throw error
      toastCreationFailure(error)
    }
    setAsking(false)
  }
  const dialog = asking ? (
    <ConfirmPassword
      title="Add a passkey"
      description="First show that it is you."
      submitLabel="Continue"
      busyLabel="Creating..."
      onClose={() => setAsking(false)}
      onProof={addWithProof}
    />
  ) : null
  return { busy, add: () => void add(), dialog }
}
