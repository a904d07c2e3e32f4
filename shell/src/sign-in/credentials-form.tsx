import type { Challenge } from '@portal/contract/factors'
import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { signIn } from '@portal/sdk'
import { CurrentPassword } from './current-password.tsx'
import { EmailField } from './email-field.tsx'
import { toastSignInFailure } from './failures.ts'
import { emailProblem, refusedFields, useForm } from './use-form.ts'

export interface CredentialsFormProps {
  portal: Role
  email: string
  onEmail: (email: string) => void
  password: string
  onPassword: (password: string) => void
  onDone: () => void
  /** Called when the password was right and a second factor is required. */
  onSecondFactor: (challenge: Challenge) => void
  onForgot: () => void
  /** Whether the request of `onForgot` is pending. */
  forgotBusy?: boolean
  /** Called after a failed sign-in, in addition to the toast. */
  onFailure?: (error: unknown) => void
}

/** Signs in with email and password at either portal. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { portal, email, onEmail, password, onPassword, onDone, onSecondFactor, onForgot, forgotBusy } = props
  const { problems, busy, formProps } = useForm(
    () => ({ email: emailProblem(email), password: password === '' ? 'Please enter your password.' : undefined }),
    async () => {
      try {
        const answer = await signIn({ email, password, portal })
        if ('second_factor' in answer) onSecondFactor(answer.second_factor)
        else onDone()
        return undefined
      } catch (error) {
        const refused = refusedFields(error, ['email'])
        if (!refused) toastSignInFailure(error, portal)
        props.onFailure?.(error)
        return refused
      }
    },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <EmailField autoComplete="username webauthn" value={email} onChange={onEmail} error={problems['email']} />
      <CurrentPassword
        value={password}
        onChange={onPassword}
        error={problems['password']}
        onForgot={onForgot}
        forgotBusy={forgotBusy}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Signing in...">
        Sign In
      </Button>
    </form>
  )
}
