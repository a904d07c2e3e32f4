import { api, call, toastError, toastSuccess } from '@portal/sdk'
import { useState } from 'react'
import { toastAuthFailure } from './failures.ts'

/** Requests the mail with which a bookkeeper resets a forgotten password. */
export function usePasswordResetMail(email: string): { asking: boolean; ask: () => void } {
  const [asking, setAsking] = useState(false)
  const ask = async (): Promise<void> => {
    if (!/\S/.test(email)) {
      toastError('Reset Failed', 'Please enter your email address first.')
      return
    }
    setAsking(true)
    try {
      await call(api.auth.password['reset-request'].$post({ json: { email } }))
      toastSuccess('Reset Email Sent', 'Check your email for password reset instructions.')
    } catch (error) {
      toastAuthFailure(error, 'Reset Failed')
    } finally {
      setAsking(false)
    }
  }
  return { asking, ask: () => (asking ? undefined : void ask()) }
}
