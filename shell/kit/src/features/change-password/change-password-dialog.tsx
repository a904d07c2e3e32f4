import { isBlank } from '@portal/contract/text'
import { errorMessage, isApiError } from '@portal/sdk'
import { passwordProblem } from '@portal/contract/passwords'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

export interface ChangePasswordDialogProps {
  open: boolean
  onClose: () => void
  /** Changes the password. An `ApiError` it rejects with is shown in the dialog. */
  onSubmit: (current: string, next: string) => Promise<void>
}

type Problems = Partial<Record<'current' | 'next' | 'again', string>>

/** Returns the problems of the entries. */
export function changePasswordProblems(current: string, next: string, again: string): Problems {
  if (current === '') return { current: 'Please enter your current password' }
  if (isBlank(next)) return { next: 'Please enter a new password' }
  if (next !== again) return { again: 'Passwords do not match' }
  // Everyone may use a six-character password here; this dialog omits the full stop.
  const problem = passwordProblem('bookkeeper', next)
  return problem ? { next: problem.replace(/\.$/, '') } : {}
}

/** Asks for the current and the new password. */
export function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

/** Holds the entries and their problems, and submits them. */
function useChange(onSubmit: ChangePasswordDialogProps['onSubmit']) {
  const [entries, setEntries] = useState({ current: '', next: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const field = (key: keyof typeof entries) => ({
    value: entries[key],
    onChange: (value: string) => setEntries((before) => ({ ...before, [key]: value })),
    error: problems[key],
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { current, next, again } = entries
    const found = changePasswordProblems(current, next, again)
    setProblems(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      await onSubmit(current, next)
    } catch (error) {
      const detail = errorMessage(error)
      setProblems(isApiError(error, 'wrong_password') ? { current: detail } : { next: detail })
    } finally {
      setBusy(false)
    }
  }
  return { field, busy, submit }
}

function OpenDialog({ onClose, onSubmit }: ChangePasswordDialogProps) {
  const { field, busy, submit } = useChange(onSubmit)
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      size="sm"
      title="Change Password"
      description="All other devices will be signed out."
      submitLabel="Update Password"
      busyLabel="Updating..."
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField label="Current Password" autoComplete="current-password" {...field('current')} />
      <PasswordField label="New Password" autoComplete="new-password" help="At least 6 characters" {...field('next')} />
      <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('again')} />
    </FormDialog>
  )
}
