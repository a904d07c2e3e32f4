import { passwordProblem } from '@portal/contract/passwords'
import { PasswordField } from '@portal/kit/ui/fields'
import { takeBackToast, toastError } from '@portal/sdk'
import type { ReactNode } from 'react'
import type { Problems } from './use-form.ts'

/** A new password, entered twice. */
export interface NewPassword {
  password: string
  again: string
}

export const NO_PASSWORD: NewPassword = { password: '', again: '' }

/**
 * Returns the problems of a new password. Shows them as a toast until they are solved. A missing password is
 * said by its field, as `blank`.
 * @param minimal whether a client's password needs only six characters, as for an invitation
 */
export function newPasswordProblems(
  role: 'bookkeeper' | 'client',
  { password, again }: NewPassword,
  blank: string,
  minimal = false,
): Problems {
  if (password === '') return { password: blank }
  const refuse = (field: string, title: string, text: string): Problems => {
    toastError(title, text, undefined, 'password')
    return { [field]: '' }
  }
  if (password !== again) return refuse('again', 'Password Mismatch', 'Passwords do not match. Please try again.')
  const problem = passwordProblem(role, password, minimal)
  if (problem)
    return refuse('password', problem.includes('characters long') ? 'Password Too Short' : 'Password Invalid', problem)
  takeBackToast('password')
  return {}
}

export interface NewPasswordFieldsProps {
  label: string
  value: NewPassword
  onChange: (value: NewPassword) => void
  problems: Problems
  help: ReactNode
}

/** Asks for a new password twice. */
export function NewPasswordFields({ label, value, onChange, problems, help }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={problems['password']}
        help={help}
      />
      <PasswordField
        label="Confirm Password"
        name="again"
        autoComplete="new-password"
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
        error={problems['again']}
      />
    </>
  )
}
