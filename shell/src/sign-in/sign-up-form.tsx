import { BOOKKEEPER_PASSWORD_MIN } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { PasswordField, TextField } from '@portal/kit/ui/fields'
import { api, call, toastSuccess } from '@portal/sdk'
import { EmailField } from './email-field.tsx'
import { passwordRefusal, toastAuthFailure } from './failures.ts'
import { newPasswordProblems } from './new-password-fields.tsx'
import { emailProblem, type Problems, refusedFields, useForm } from './use-form.ts'

export interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  entries: Entries
  onEntries: (change: (before: Entries) => Entries) => void
  /** Called when the account is created and waits for confirmation. */
  onDone: () => void
}

/** The fields besides the email address. */
export interface Entries {
  name: string
  company: string
  password: string
  again: string
}
export const NO_ENTRIES: Entries = { name: '', company: '', password: '', again: '' }

function problemsOf(email: string, { name, password, again }: Entries): Problems {
  const blank: Problems = {
    name: /\S/.test(name) ? undefined : 'Please enter your full name.',
    email: emailProblem(email),
    password: password === '' ? 'Please choose a password.' : undefined,
  }
  if (Object.values(blank).some((problem) => problem !== undefined)) return blank
  return newPasswordProblems('bookkeeper', { password, again }, '')
}

/** Holds the state of the form and submits it. */
function useSignUp({ email, entries, onEntries, onDone }: SignUpFormProps) {
  const form = useForm(
    () => problemsOf(email, entries),
    async () => {
      const { name, company, password } = entries
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
      try {
        await call(api.auth['sign-up'].$post({ json: { name, email, password, company, timeZone } }))
        toastSuccess(
          'Bookkeeper Account Created!',
          'Please check your email to confirm your account before signing in.',
        )
        onDone()
        return undefined
      } catch (error) {
        const refused = passwordRefusal(error) ?? refusedFields(error, ['name', 'company', 'email'])
        if (!refused) toastAuthFailure(error, 'Sign Up Failed', ['account_exists', 'email_used_by_client'])
        return refused
      }
    },
  )
  const field = (name: keyof Entries) => ({
    name,
    value: entries[name],
    onChange: (value: string) => onEntries((before) => ({ ...before, [name]: value })),
    error: form.problems[name],
  })
  return { ...form, field }
}

/** Registers a bookkeeper. */
export function SignUpForm(props: SignUpFormProps) {
  const { email, onEmail } = props
  const { problems, busy, formProps, field } = useSignUp(props)
  return (
    <form {...formProps} className="grid gap-4">
      <TextField label="Full Name" autoComplete="name" maxLength={120} {...field('name')} />
      <EmailField value={email} onChange={onEmail} error={problems['email']} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={`At least ${BOOKKEEPER_PASSWORD_MIN} characters`}
        {...field('password')}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...field('again')} />
      <TextField label="Company Name (optional)" autoComplete="organization" maxLength={120} {...field('company')} />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Creating account...">
        Sign Up
      </Button>
    </form>
  )
}
