import type { Challenge } from '@portal/contract/factors'
import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/button'
import { signIn } from '@portal/sdk'
import { useState } from 'react'
import { CurrentPassword } from './current-password.tsx'
import { EmailField } from './email-field.tsx'
import { toastSignInFailure } from './failures.ts'
import { emailProblem, useForm } from './form.ts'

export interface CredentialsFormProps {
  portal: Role
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  /** The password was right, and a second factor is due. */
  onSecondFactor: (challenge: Challenge) => void
  onForgot: () => void
  /** Whether what `onForgot` began is still under way. */
  forgotBusy?: boolean
}

/** Signs in with e-mail and password, at either portal. */
export function CredentialsForm({ portal, email, onEmail, onDone, onSecondFactor, onForgot, forgotBusy }: CredentialsFormProps) {
  const [password, setPassword] = useState('')
  const { problems, busy, formProps } = useForm(
    () => ({ email: emailProblem(email), password: password === '' ? 'Please enter your password.' : undefined }),
    async () => {
      try {
        const answer = await signIn({ email: email.trim(), password, portal })
        if ('second_factor' in answer) onSecondFactor(answer.second_factor)
        else onDone()
      } catch (error) {
        toastSignInFailure(error, portal)
      }
    },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <EmailField autoComplete="username" value={email} onChange={onEmail} error={problems['email']} />
      <CurrentPassword value={password} onChange={setPassword} error={problems['password']} onForgot={onForgot} forgotBusy={forgotBusy} />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Signing in...">
        Sign In
      </Button>
    </form>
  )
}
