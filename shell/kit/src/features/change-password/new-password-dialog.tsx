import { passwordProblem } from '@portal/contract/passwords'
import { isBlank } from '@portal/contract/text'
import { errorMessage, isApiError, useSession } from '@portal/sdk'
import { type FormEvent, type ReactNode, useState } from 'react'
import { PasswordField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface ProofField {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export interface NewPasswordDialogProps {
  title: string
  submitLabel: string
  busyLabel: string
  /** Renders the field of what proves the owner, such as the current password. */
  renderProof: (field: ProofField) => ReactNode
  /** Returns what is wrong with the proof before it is sent. */
  proofProblem: (proof: string) => string | undefined
  onClose: () => void
  /** Sets the password. An `ApiError` it rejects with is shown in the dialog. */
  onSubmit: (proof: string, next: string) => Promise<void>
}

type Problems = Partial<Record<'proof' | 'next' | 'again', string>>

const END_LINKS = ', and links in earlier emails stop working'
const ABOUT_PROOF = ['wrong_password', 'wrong_email_code', 'too_many_requests'] as const

export function newPasswordProblems(next: string, again: string): Problems {
  if (isBlank(next)) return { next: 'Please enter a new password' }
  if (next !== again) return { again: 'Passwords do not match' }
  // Everyone may use a six-character password here; this dialog omits the full stop.
  const problem = passwordProblem('bookkeeper', next)
  return problem ? { next: problem.replace(/\.$/, '') } : {}
}

/** Holds the entries and their problems, and submits them. */
function useNewPassword({ proofProblem, onSubmit }: Pick<NewPasswordDialogProps, 'proofProblem' | 'onSubmit'>) {
  const [entries, setEntries] = useState({ proof: '', next: '', again: '' })
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
    const { proof, next, again } = entries
    const ofProof = proofProblem(proof)
    const found = ofProof === undefined ? newPasswordProblems(next, again) : { proof: ofProof }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await onSubmit(proof, next)
    } catch (error) {
      const isAboutProof = ABOUT_PROOF.some((code) => isApiError(error, code))
      setProblems({ [isAboutProof ? 'proof' : 'next']: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return { field, busy, submit }
}

/** Asks for a new password, and for proof that the owner is asking. */
export function NewPasswordDialog({ renderProof, proofProblem, onSubmit, ...dialog }: NewPasswordDialogProps) {
  const { field, busy, submit } = useNewPassword({ proofProblem, onSubmit })
  const hasLinks = useSession()?.user.role === 'client'
  return (
    <FormDialog
      {...dialog}
      busy={busy}
      size="sm"
      description={`All other devices will be signed out${hasLinks ? END_LINKS : ''}.`}
      onSubmit={(event) => void submit(event)}
    >
      {renderProof(field('proof'))}
      <PasswordField label="New Password" autoComplete="new-password" help="At least 6 characters" {...field('next')} />
      <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('again')} />
    </FormDialog>
  )
}
