import { Button } from '@portal/kit/ui/button'
import { ChangePasswordDialog } from '@portal/kit/features/change-password/change-password-dialog'
import { api, call, toastSuccess } from '@portal/sdk'
import { useState } from 'react'

/** Renders the Change Password button with its dialog. */
export function ChangePassword() {
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
