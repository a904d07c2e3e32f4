import { Button } from '@portal/kit/button'
import { PasswordField, TextField } from '@portal/kit/fields'
import { api, call, signIn, toastError, toastSuccess } from '@portal/sdk'
import { useState } from 'react'
import { LINK } from './auth-frame.tsx'
import { toastFailure, toastSignInFailure } from './failures.ts'
import { emailProblem, useForm } from './form.ts'

export interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
}

/** Asks for the mail with which a forgotten password is reset. */
function useForgotten(email: string): { asking: boolean; ask: () => void } {
  const [asking, setAsking] = useState(false)
  const ask = async (): Promise<void> => {
    if (email.trim() === '') {
      toastError('Reset Failed', 'Please enter your email address first.')
      return
    }
    setAsking(true)
    try {
      await call(api.auth.password['reset-request'].$post({ json: { email: email.trim() } }))
      toastSuccess('Reset Email Sent', 'Check your email for password reset instructions.')
    } catch (error) {
      toastFailure(error, 'Reset Failed')
    } finally {
      setAsking(false)
    }
  }
  return { asking, ask: () => (asking ? undefined : void ask()) }
}

/** Signs a bookkeeper in. */
export function SignInForm({ email, onEmail, onDone }: SignInFormProps) {
  const [password, setPassword] = useState('')
  const { asking, ask } = useForgotten(email)
  const { problems, busy, formProps } = useForm(
    () => ({ email: emailProblem(email), password: password === '' ? 'Please enter your password.' : undefined }),
    async () => {
      try {
        await signIn({ email: email.trim(), password, portal: 'bookkeeper' })
        onDone()
      } catch (error) {
        toastSignInFailure(error, 'bookkeeper')
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
          <button type="button" className={LINK} aria-busy={asking || undefined} onClick={ask}>
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
