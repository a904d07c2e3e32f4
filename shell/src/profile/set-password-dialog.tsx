import { NewPasswordDialog } from '@portal/kit/features/change-password/new-password-dialog'
import { api, call, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { isMailedCode, MailedCode, NO_CODE } from './two-step/mailed-code.tsx'
import { factorsQuery } from './two-step/queries.ts'

/** Sets the first password of an account, after a mailed code. */
export function SetPasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const submit = async (code: string, next: string): Promise<void> => {
    await call(api.auth.password.change.$post({ json: { email_code: code, new_password: next } }))
    onClose()
    toastSuccess('Success', 'You can now sign in with your password.')
    void client.invalidateQueries(factorsQuery)
  }
  return (
    <NewPasswordDialog
      title="Set a Password"
      submitLabel="Set Password"
      busyLabel="Saving..."
      renderProof={(field) => <MailedCode {...field} />}
      proofProblem={(code) => (isMailedCode(code) ? undefined : NO_CODE)}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}
