import type { Challenge } from '@portal/contract/factors'
import { api, call, toastError, toastSuccess } from '@portal/sdk'
import { useState } from 'react'
import { CredentialsForm } from './credentials-form.tsx'
import { toastFailure } from './failures.ts'

export interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  onSecondFactor: (challenge: Challenge) => void
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
export function SignInForm(props: SignInFormProps) {
  const { asking, ask } = useForgotten(props.email)
  return <CredentialsForm {...props} portal="bookkeeper" onForgot={ask} forgotBusy={asking} />
}
