import { Button } from '@portal/kit/ui/button'
import { api, call, isApiError, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx'
import { Notice } from './auth-layout.tsx'
import { CredentialsForm, type CredentialsFormProps } from './credentials-form.tsx'
import { toastAuthFailure } from './failures.ts'
import { usePasswordResetMail } from './use-password-reset-mail.ts'

interface SignInFormProps extends Omit<CredentialsFormProps, 'portal' | 'onForgot' | 'forgotBusy' | 'onFailure'> {
  /** Called when the user has signed in with a passkey. */
  onPasskey: () => void
}

/** Shows that the email address is not confirmed, with a button to send the mail again. */
function Unconfirmed({ email }: { email: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.auth.confirm.again.$post({ json: { email } })),
    onSuccess: () => toastSuccess('Confirmation sent', 'Check your email for the link that confirms your address.'),
    onError: (error) => toastAuthFailure(error, 'Email Send Failed'),
  })
  return (
    <Notice tone="info">
      <p>Confirm your email with the link that we sent to {email}.</p>
      <Button size="sm" className="mt-3" busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
        Send the confirmation again
      </Button>
    </Notice>
  )
}

/** Signs a bookkeeper in. */
export function SignInForm({ onPasskey, ...props }: SignInFormProps) {
  const { asking, ask } = usePasswordResetMail(props.email)
  const [unconfirmed, setUnconfirmed] = useState('')
  return (
    <>
      {unconfirmed ? <Unconfirmed email={unconfirmed} /> : null}
      <CredentialsForm
        {...props}
        portal="bookkeeper"
        onForgot={ask}
        forgotBusy={asking}
        onFailure={(error) => setUnconfirmed(isApiError(error, 'email_not_confirmed') ? props.email : '')}
      />
      <PasskeySignIn portal="bookkeeper" onDone={onPasskey} />
    </>
  )
}
