import type { Challenge } from '@portal/contract/factors'
import { CredentialsForm } from './credentials-form.tsx'
import { useForgotten } from './use-forgotten.ts'

export interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  onSecondFactor: (challenge: Challenge) => void
}

/** Signs a bookkeeper in. */
export function SignInForm(props: SignInFormProps) {
  const { asking, ask } = useForgotten(props.email)
  return <CredentialsForm {...props} portal="bookkeeper" onForgot={ask} forgotBusy={asking} />
}
