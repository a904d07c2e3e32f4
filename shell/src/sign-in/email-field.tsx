import { TextField } from '@portal/kit/ui/fields'

interface EmailFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Hint for password managers. `webauthn` lets them offer passkeys. */
  autoComplete?: 'email' | 'username webauthn'
  help?: string
}

/** Renders the field for the email address of an account. */
export function EmailField({ autoComplete = 'email', ...field }: EmailFieldProps) {
  return <TextField label="Email" name="email" type="email" inputMode="email" autoComplete={autoComplete} {...field} />
}
