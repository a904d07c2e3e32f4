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
 * Returns the problems of a new password. Shows them as a toast until the password is right, except a missing
 * one, whose field shows `blank`.
 * @param minimal whether a client's password needs only six characters, as for an invitation
 */
export function newPasswordProblems(
  role: 'bookkeeper' | 'client',
  { password, again }: NewPassword,
  blank: string,
  minimal = false,
): Problems {
  if (password === '') return { password: blank }
  const isSame = password === again
  const problem = isSame ? passwordProblem(role, password, minimal) : 'Passwords do not match. Please try again.'
  if (!problem) {
    takeBackToast('password')
    return {}
  }
  const isShort = problem.includes('characters long')
  const title = isSame ? (isShort ? 'Password Too Short' : 'Password Invalid') : 'Password Mismatch'
  toastError(title, problem, undefined, 'password')
  return isSame ? { password: '' } : { again: '' }
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
