import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/button'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useState } from 'react'

/** For an account that was made through a provider: how it gets a password. */
export function NoPassword({ email, role, why }: { email: string; role: Role; why: string }) {
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(api.auth.password['reset-request'].$post({ json: { email } }))
      toastSuccess('Reset Email Sent', 'Check your email for password reset instructions.')
    } catch (error) {
      toastProblem(error, 'Reset Failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-box border border-base-300 bg-base-200/50 px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 text-sm">
        {why} {role === 'client' ? 'Choose “Forgot your password?” on the sign-in page.' : 'We email you a link for it.'}
      </p>
      {role === 'bookkeeper' ? (
        <Button size="sm" busy={busy} onClick={() => void ask()}>
          Email Me a Link
        </Button>
      ) : null}
    </div>
  )
}
