import { ChangePasswordDialog } from '@portal/kit/features/change-password/change-password-dialog'
import { Button } from '@portal/kit/ui/button'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionCard } from './action-card.tsx'
import { factorsQuery } from './two-step/queries.ts'

/** Sends a link to set the first password of an account that was created through a sign-in provider. */
function SetPassword({ email }: { email: string }) {
  const ask = useMutation({
    mutationFn: () => call(api.auth.password['reset-request'].$post({ json: { email } })),
    onSuccess: () => toastSuccess('Reset Email Sent', 'Check your email for password reset instructions.'),
    onError: (error) => toastProblem(error, 'Reset Failed'),
  })
  return (
    <Button busy={ask.isPending} onClick={() => ask.mutate()}>
      Email Me a Link
    </Button>
  )
}

function ChangePassword() {
  const [open, setOpen] = useState(false)
  const submit = async (current: string, next: string): Promise<void> => {
    await call(api.auth.password.change.$post({ json: { current_password: current, new_password: next } }))
    setOpen(false)
    toastSuccess('Success', 'Your password has been updated successfully')
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change Password</Button>
      <ChangePasswordDialog open={open} onClose={() => setOpen(false)} onSubmit={submit} />
    </>
  )
}

/** Changes the password, or sets the first one of an account that was created through a sign-in provider. */
export function PasswordCard({ email }: { email: string }) {
  const { data: factors } = useQuery(factorsQuery)
  const missing = factors?.has_password === false
  return (
    <ActionCard
      title="Password"
      description={
        missing
          ? 'Your account has no password yet. We can email you a link to set one, which signs you out everywhere.'
          : 'Changing it signs out your other devices.'
      }
    >
      {missing ? <SetPassword email={email} /> : <ChangePassword />}
    </ActionCard>
  )
}
