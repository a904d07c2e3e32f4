import { Button } from '@portal/kit/button'
import { Dialog } from '@portal/kit/dialog'
import { PasswordField } from '@portal/kit/fields'
import { isApiError } from '@portal/sdk'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

export interface PasswordDialogProps {
  title: string
  description: ReactNode
  submitLabel: string
  busyLabel: string
  danger?: boolean
  onClose: () => void
  /** Does what the password is asked for. Rejects with the reason, which is shown at the field. */
  onPassword: (password: string) => Promise<void>
}

/** Asks for the password before something that a borrowed screen must not do. */
export function PasswordDialog({ title, description, submitLabel, busyLabel, danger, onClose, onPassword }: PasswordDialogProps) {
  const form = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (password === '') return setProblem('Please enter your password.')
    setBusy(true)
    setProblem(undefined)
    try {
      await onPassword(password)
    } catch (error) {
      setProblem(isApiError(error) ? error.detail : 'Please try again later.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField label="Password" autoComplete="current-password" value={password} onChange={setPassword} error={problem} />
      </form>
    </Dialog>
  )
}
