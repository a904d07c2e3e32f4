import { CLIENT_PASSWORD_MIN } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { NewPasswordFields, newPasswordProblems, NO_PASSWORD } from '../sign-in/new-password-fields.tsx'
import { type Problems, useForm } from '../sign-in/use-form.ts'

export interface PasswordStepProps {
  /** Email address of the account, for password managers. */
  email: string
  /**
   * Requires only six characters, as for an invitation, instead of eight with a digit and a special
   * character.
   */
  minimal?: boolean | undefined
  submitLabel: string
  /** Saves the password. Resolves with the problems of a refused password. */
  onPassword: (password: string) => Promise<Problems | undefined>
}

const RULES = [
  { text: `${CLIENT_PASSWORD_MIN} characters or more`, met: (p: string) => p.length >= CLIENT_PASSWORD_MIN },
  { text: 'a number', met: (p: string) => /\d/.test(p) },
  { text: 'a special character', met: (p: string) => /[^A-Za-z0-9\s]/.test(p) },
]

function Rules({ password }: { password: string }) {
  return (
    <ul className="grid gap-0.5">
      {RULES.map(({ text, met }) => (
        <li key={text} className="flex items-center gap-1.5">
          {met(password) ? (
            <Check className="size-3.5 text-success" aria-hidden />
          ) : (
            <span className="mx-1 size-1.5 rounded-full bg-base-content/50" />
          )}
          {text}
          <span className="sr-only">{met(password) ? ' (met)' : ' (missing)'}</span>
        </li>
      ))}
    </ul>
  )
}

/** Asks for a new password twice. */
export function PasswordStep({ email, minimal = false, submitLabel, onPassword }: PasswordStepProps) {
  const [entered, setEntered] = useState(NO_PASSWORD)
  const { problems, busy, formProps } = useForm(
    () => newPasswordProblems('client', entered, 'Please choose a password.', minimal),
    () => onPassword(entered.password),
  )
  return (
    <form {...formProps} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        label="Password"
        value={entered}
        onChange={setEntered}
        problems={problems}
        help={minimal ? 'At least 6 characters' : <Rules password={entered.password} />}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
        {submitLabel}
      </Button>
    </form>
  )
}
