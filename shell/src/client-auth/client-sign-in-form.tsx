import { Button } from '@portal/kit/button'
import { PasswordField, TextField } from '@portal/kit/fields'
import { signIn } from '@portal/sdk'
import { useState } from 'react'
import { LINK } from '../sign-in/auth-frame.tsx'
import { toastSignInFailure } from '../sign-in/failures.ts'
import { emailProblem, useForm } from '../sign-in/form.ts'

export interface ClientSignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  onForgot: () => void
}

/** Signs a client in. */
export function ClientSignInForm({ email, onEmail, onDone, onForgot }: ClientSignInFormProps) {
  const [password, setPassword] = useState('')
  const { problems, busy, formProps } = useForm(
    () => ({ email: emailProblem(email), password: password === '' ? 'Please enter your password.' : undefined }),
    async () => {
      try {
        await signIn({ email: email.trim(), password, portal: 'client' })
        onDone()
      } catch (error) {
        toastSignInFailure(error, 'client')
      }
    },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onChange={onEmail}
        error={problems['email']}
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={problems['password']}
        />
        <p className="mt-2 text-right text-sm">
          <button type="button" className={LINK} onClick={onForgot}>
            Forgot your password?
          </button>
        </p>
      </div>
      <Button type="submit" variant="primary" busy={busy} busyLabel="Signing in...">
        Sign In
      </Button>
    </form>
  )
}
