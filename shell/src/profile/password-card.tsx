import { ChangePasswordDialog } from '@portal/kit/features/change-password/change-password-dialog'
import { Button } from '@portal/kit/ui/button'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { api, call, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionCard } from './action-card.tsx'
import { factorsQuery } from './two-step/queries.ts'

// Loaded on demand, because few accounts have no password.
const SetPasswordDialog = lazyDialog(
  () => import(/* webpackChunkName: "two-step" */ './set-password-dialog.tsx'),
  'SetPasswordDialog',
)

/** Sets the first password of an account that began with a sign-in provider or a link in an email. */
function SetPassword() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Set a Password</Button>
      {open ? <SetPasswordDialog onClose={() => setOpen(false)} /> : null}
    </>
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

/** Changes the password, or sets the first one. */
export function PasswordCard() {
  const { data: factors } = useQuery(factorsQuery)
  const missing = factors?.has_password === false
  return (
    <ActionCard
      title="Password"
      description={
        missing
          ? 'Your account has no password. Setting one signs out your other devices.'
          : 'Changing it signs out your other devices.'
      }
    >
      {missing ? <SetPassword /> : <ChangePassword />}
    </ActionCard>
  )
}
