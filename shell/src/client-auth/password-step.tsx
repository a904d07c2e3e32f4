import { CLIENT_PASSWORD_MIN } from '@portal/contract/limits'
import { passwordProblem } from '@portal/contract/passwords'
import { Button } from '@portal/kit/ui/button'
import { PasswordField } from '@portal/kit/ui/fields'
import { toastError } from '@portal/sdk'
import { Check } from 'lucide-react'
import { useState } from 'react'
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

function check(password: string, again: string, minimal: boolean): Problems {
  if (password === '') return { password: 'Please choose a password.' }
  if (password !== again) {
    toastError('Password Mismatch', 'Passwords do not match. Please try again.')
    return { again: '' }
  }
  const problem = passwordProblem('client', password, minimal)
  if (!problem) return {}
  toastError(problem.includes('characters long') ? 'Password Too Short' : 'Password Invalid', problem)
  return { password: '' }
}

function Rules({ password }: { password: string }) {
  return (
    <ul className="grid gap-0.5">
      {RULES.map(({ text, met }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Check className={met(password) ? 'size-3.5 text-success' : 'size-3.5 text-base-content/35'} aria-hidden />
          {text}
          <span className="sr-only">{met(password) ? ' (met)' : ' (missing)'}</span>
        </li>
      ))}
    </ul>
  )
}

/** Asks for a new password twice. */
export function PasswordStep({ email, minimal = false, submitLabel, onPassword }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { problems, busy, formProps } = useForm(
    () => check(password, again, minimal),
    () => onPassword(password),
  )
  return (
    <form {...formProps} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={problems['password']}
        help={minimal ? 'At least 6 characters' : <Rules password={password} />}
      />
      <PasswordField
        label="Confirm Password"
        name="again"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={problems['again']}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
        {submitLabel}
      </Button>
    </form>
  )
}
