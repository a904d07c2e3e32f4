import type { Passkey } from '@portal/contract/passkeys'
import { api, call, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { ConfirmPassword } from '../two-step/confirm-password.tsx'
import { passkeysQuery } from './queries.ts'

/** Removes a passkey after the user has shown that they are its owner. */
export function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmPassword
      title="Remove passkey"
      description={
        <>
          “<span className="wrap-anywhere">{passkey.name}</span>” will no longer sign you in. Where it has already
          signed you in, you stay signed in until you end the session.
        </>
      }
      submitLabel="Remove"
      busyLabel="Removing..."
      danger
      onClose={onClose}
      onProof={async (json) => {
        await call(api.auth.passkeys[':id'].$delete({ param: { id: passkey.id }, json }))
        void client.invalidateQueries(passkeysQuery)
        onClose()
        toastSuccess('Passkey removed', 'Delete it in your password manager as well.')
      }}
    />
  )
}
