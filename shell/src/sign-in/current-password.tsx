import { PasswordField } from '@portal/kit/ui/fields'
import { LINK } from './auth-layout.tsx'

export interface CurrentPasswordProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  onForgot: () => void
  /** Whether what `onForgot` began is still under way. */
  forgotBusy?: boolean | undefined
}

/** The password of an account that exists, and the way out for who has forgotten it. */
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
        <button type="button" className={LINK} aria-busy={forgotBusy || undefined} onClick={onForgot}>
          Forgot your password?
        </button>
      </p>
    </div>
  )
}
