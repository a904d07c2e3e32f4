import { PasswordField } from '@portal/kit/ui/fields'
import { LinkButton } from './auth-layout.tsx'

export interface CurrentPasswordProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  onForgot: () => void
  /** Whether the request of `onForgot` is pending. */
  forgotBusy?: boolean | undefined
}

/** Renders the password field of an existing account, with a link to reset it. */
export function CurrentPassword({ value, onChange, error, onForgot, forgotBusy }: CurrentPasswordProps) {
  return (
    <div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={value}
        onChange={onChange}
        error={error}
      />
      <p className="mt-2 text-right text-sm">
        <LinkButton aria-busy={forgotBusy || undefined} onClick={onForgot}>
          Forgot your password?
        </LinkButton>
      </p>
    </div>
  )
}
