import type { FullReauthentication } from '@portal/contract/factors'
import { isBlank } from '@portal/contract/text'
import { PasswordField, TextField } from '@portal/kit/ui/fields'
import { FormDialog, type FormDialogProps } from '@portal/kit/ui/form-dialog'
import { errorMessage, isApiError } from '@portal/sdk'
import { type FormEvent, useState } from 'react'
import { isMailedCode, MailedCode, NO_CODE } from './mailed-code.tsx'

export interface PasswordDialogProps
  extends Pick<FormDialogProps, 'title' | 'description' | 'submitLabel' | 'busyLabel' | 'danger' | 'onClose'> {
  /** Whether the account has a password. One that has none proves its owner with a mailed code. */
  hasPassword: boolean
  /** Also asks for a code of the second factor. */
  withCode?: boolean | undefined
  /** Runs the protected action. Rejects with the error to show at the field. */
  onProof: (proof: FullReauthentication) => Promise<void>
}

type FormProps = Pick<PasswordDialogProps, 'hasPassword' | 'withCode' | 'onProof'>

/** Returns what is wrong with the password or mailed code before it is sent. */
function problemOf(entered: string, hasPassword: boolean): string | undefined {
  if (hasPassword) return entered === '' ? 'Please enter your password.' : undefined
  return isMailedCode(entered) ? undefined : NO_CODE
}

/** Holds the state of the form and submits it. */
function usePasswordForm({ hasPassword, withCode, onProof }: FormProps) {
  const [entered, setEntered] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [codeProblem, setCodeProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const isCodeMissing = withCode && isBlank(code)
    const found = problemOf(entered, hasPassword)
    setProblem(found)
    setCodeProblem(isCodeMissing ? 'Please enter a code.' : undefined)
    if (found || isCodeMissing) return
    setBusy(true)
    try {
      await onProof({ ...(hasPassword ? { password: entered } : { email_code: entered }), ...(withCode && { code }) })
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
    firstField: { value: entered, onChange: setEntered, error: problem },
    codeField: { value: code, onChange: setCode, error: codeProblem },
  }
}

/** Asks for the password, or for a mailed code if there is none, before a sensitive action. */
export function PasswordDialog({ hasPassword, withCode, onProof, ...dialog }: PasswordDialogProps) {
  const { busy, submit, firstField, codeField } = usePasswordForm({ hasPassword, withCode, onProof })
  return (
    <FormDialog {...dialog} busy={busy} size="sm" onSubmit={(event) => void submit(event)}>
      {hasPassword ? (
        <PasswordField label="Password" autoComplete="current-password" {...firstField} />
      ) : (
        <MailedCode {...firstField} />
      )}
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
