import { changePasswordProblems } from '@portal/kit/features/change-password/change-password-dialog'
import { PasswordField } from '@portal/kit/ui/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { api, call, errorMessage, isApiError, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isMailedCode, MailedCode, NO_CODE } from './two-step/mailed-code.tsx'
import { factorsQuery } from './two-step/queries.ts'

type Problems = Partial<Record<'code' | 'next' | 'again', string | undefined>>

/** Holds the entries and their problems, and submits them. */
function useFirstPassword(onSet: () => void) {
  const [entries, setEntries] = useState({ code: '', next: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const field = (key: keyof typeof entries) => ({
    value: entries[key],
    onChange: (value: string) => setEntries((before) => ({ ...before, [key]: value })),
    error: problems[key],
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const { code, next, again } = entries
    const { next: ofNext, again: ofAgain } = changePasswordProblems(code, next, again)
    const found = isMailedCode(code) ? { next: ofNext, again: ofAgain } : { code: NO_CODE }
    setProblems(found)
    if (Object.values(found).some(Boolean)) return
    setBusy(true)
    try {
      await call(api.auth.password.change.$post({ json: { email_code: code, new_password: next } }))
      onSet()
    } catch (error) {
      const detail = errorMessage(error)
      setProblems(isApiError(error, 'password_weak') ? { next: detail } : { code: detail })
    } finally {
      setBusy(false)
    }
  }
  return { field, busy, submit }
}

/** Sets the first password of an account, after a mailed code. */
export function SetPasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { field, busy, submit } = useFirstPassword(() => {
    onClose()
    toastSuccess('Success', 'You can now sign in with your password.')
    void client.invalidateQueries(factorsQuery)
  })
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      size="sm"
      title="Set a Password"
      description="All other devices will be signed out."
      submitLabel="Set Password"
      busyLabel="Saving..."
      onSubmit={(event) => void submit(event)}
    >
      <MailedCode {...field('code')} />
      <PasswordField label="New Password" autoComplete="new-password" help="At least 6 characters" {...field('next')} />
      <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('again')} />
    </FormDialog>
  )
}
