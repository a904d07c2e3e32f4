import { Button } from '@portal/kit/ui/button'
import { api, call, isApiError, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BackToSignIn, Notice, Waiting } from './auth-layout.tsx'
import { passwordRefusal, toastAuthFailure } from './failures.ts'
import { NewPasswordFields, newPasswordProblems, NO_PASSWORD } from './new-password-fields.tsx'
import { useForm } from './use-form.ts'

export interface NewPasswordFormProps {
  /** Token of the link. */
  token: string
  onDone: () => void
  /** Leaves without a new password. */
  onLeave: () => void
}

/** Shows that the link cannot be used. */
function InvalidLink({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <Notice tone="error">
        <strong className="block font-semibold">Invalid or Expired Link</strong>
        This link is no longer valid. Enter your email on the sign-in page and choose “Forgot your password?” for a new
        one.
      </Notice>
      <Button variant="primary" className="w-full" onClick={onLeave}>
        Back to Sign In
      </Button>
    </>
  )
}

const isInvalidLink = (error: unknown): boolean =>
  isApiError(error, 'invalid_link') || (isApiError(error) && error.forField('token') !== undefined)

/** Sets a new password with a mailed link. An invalid link is reported before the user types anything. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { token, onLeave } = props
  const { error, isPending } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => call(api.auth.password.reset.check.$post({ json: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isInvalidLink(error)) return <InvalidLink onLeave={onLeave} />
  if (!isPending) return <PasswordForm {...props} />
  return <Waiting label="Checking the link" />
}

function PasswordForm({ token, onDone, onLeave }: NewPasswordFormProps) {
  const [entered, setEntered] = useState(NO_PASSWORD)
  const [isInvalid, setInvalid] = useState(false)
  const { problems, busy, formProps } = useForm(
    () => newPasswordProblems('bookkeeper', entered, 'Please enter a new password'),
    async () => {
      try {
        await call(api.auth.password.reset.$post({ json: { token, password: entered.password } }))
        toastSuccess('Success', 'Your password has been updated successfully')
        onDone()
        return undefined
      } catch (error) {
        const refused = passwordRefusal(error)
        // A malformed token fails as invalid input.
        if (refused) return refused
        if (isInvalidLink(error)) setInvalid(true)
        else toastAuthFailure(error, 'Reset Failed')
        return undefined
      }
    },
  )
  if (isInvalid) return <InvalidLink onLeave={onLeave} />
  return (
    <form {...formProps} className="grid gap-4">
      <h2 className="font-semibold">Set a new password</h2>
      <NewPasswordFields
        label="New Password"
        value={entered}
        onChange={setEntered}
        problems={problems}
        help="At least 6 characters"
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
        Set Password
      </Button>
      <BackToSignIn onClick={onLeave} />
    </form>
  )
}
