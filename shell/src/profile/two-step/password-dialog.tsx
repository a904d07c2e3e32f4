import { isBlank } from '@portal/contract/text'
import { PasswordField, TextField } from '@portal/kit/ui/fields'
import { FormDialog, type FormDialogProps } from '@portal/kit/ui/form-dialog'
import { errorMessage, isApiError } from '@portal/sdk'
import { type FormEvent, useState } from 'react'

export interface PasswordDialogProps
  extends Pick<FormDialogProps, 'title' | 'description' | 'submitLabel' | 'busyLabel' | 'danger' | 'onClose'> {
  /** Also asks for a code of the second factor. */
  withCode?: boolean | undefined
  /** Runs the protected action. Rejects with the error to show at the field. */
  onPassword: (password: string, code: string | undefined) => Promise<void>
}

/** Holds the state of the form and submits it. */
function usePasswordForm({ withCode, onPassword }: Pick<PasswordDialogProps, 'withCode' | 'onPassword'>) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [codeProblem, setCodeProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const isCodeMissing = withCode && isBlank(code)
    setProblem(password === '' ? 'Please enter your password.' : undefined)
    setCodeProblem(isCodeMissing ? 'Please enter a code.' : undefined)
    if (password === '' || isCodeMissing) return
    setBusy(true)
    try {
      await onPassword(password, withCode ? code : undefined)
    } catch (error) {
      const detail = errorMessage(error)
      if (isApiError(error, 'invalid_code')) setCodeProblem(detail)
      else setProblem(detail)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    submit,
    passwordField: { value: password, onChange: setPassword, error: problem },
    codeField: { value: code, onChange: setCode, error: codeProblem },
  }
}

/** Asks for the password before a sensitive action. */
export function PasswordDialog({ withCode, onPassword, ...dialog }: PasswordDialogProps) {
  const { busy, submit, passwordField, codeField } = usePasswordForm({ withCode, onPassword })
  return (
    <FormDialog {...dialog} busy={busy} size="sm" onSubmit={(event) => void submit(event)}>
      <PasswordField label="Password" autoComplete="current-password" {...passwordField} />
      {withCode ? (
        <TextField
          label="Verification Code"
          help="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          spellCheck={false}
          {...codeField}
        />
      ) : null}
    </FormDialog>
  )
}
