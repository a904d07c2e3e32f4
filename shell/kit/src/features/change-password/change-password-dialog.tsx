import { PasswordField } from '../../ui/fields.tsx'
import { NewPasswordDialog, type NewPasswordDialogProps } from './new-password-dialog.tsx'

export interface ChangePasswordDialogProps extends Pick<NewPasswordDialogProps, 'onClose' | 'onSubmit'> {
  open: boolean
}

/** Asks for the current and the new password. */
export function ChangePasswordDialog({ open, ...handlers }: ChangePasswordDialogProps) {
  if (!open) return null
  return (
    <NewPasswordDialog
      {...handlers}
      title="Change Password"
      submitLabel="Update Password"
      busyLabel="Updating..."
      renderProof={(field) => <PasswordField label="Current Password" autoComplete="current-password" {...field} />}
      proofProblem={(current) => (current === '' ? 'Please enter your current password' : undefined)}
    />
  )
}
