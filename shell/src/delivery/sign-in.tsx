import { normalizeCode } from '@portal/contract/readable-codes'
import { Button } from '@portal/kit/ui/button'
import { call, toastProblem } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CodeFormat, CodeStep } from '../client-auth/code-step.tsx'
import { pageData } from '../page-data.ts'
import { AuthLayout, LINK } from '../sign-in/auth-layout.tsx'
import { EmailField } from '../sign-in/email-field.tsx'
import { emailProblem, useForm } from '../sign-in/use-form.ts'
import { operatorApi, SESSION_KEY } from './api.ts'

const { operator } = operatorApi.auth

const OPERATOR_CODE: CodeFormat = {
  clean: (text) => {
    const code = normalizeCode(text).slice(0, 10)
    return code.length > 5 ? `${code.slice(0, 5)}-${code.slice(5)}` : code
  },
  length: 11,
  missing: 'Please enter the code: 10 letters and digits.',
  inputMode: 'text',
  placeholder: 'XXXXX-XXXXX',
}

/** Requests a code. Returns whether the request succeeded. */
async function requestCode(email: string): Promise<boolean> {
  try {
    await call(operator.code.$post({ json: { email } }))
    return true
  } catch (error) {
    toastProblem(error, 'Code not sent')
    return false
  }
}

function EmailStep({
  email,
  onEmail,
  onSent,
}: {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
}) {
  const { problems, busy, formProps } = useForm(
    () => ({ email: emailProblem(email) }),
    async () => {
      if (await requestCode(email)) onSent()
    },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <EmailField
        value={email}
        onChange={onEmail}
        error={problems['email']}
        help="If the address belongs to an operator or to the team of a remote, it gets a code."
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Sending...">
        Send code
      </Button>
    </form>
  )
}

/** Leads people who came here by mistake to the portal. */
const ToPortal = ({ origin }: { origin: string }) => (
  <>
    Looking for the portal?{' '}
    <a href={`${origin}/`} className={LINK}>
      Open the portal
    </a>
  </>
)

/** Signs in to the operator page with a mailed code. */
export function SignIn() {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const portal = pageData('portal-origin')
  // After signing in, the page takes its place.
  useEffect(() => () => document.getElementById('main')?.focus({ preventScroll: true }), [])
  const check = async (code: string): Promise<void> => {
    try {
      const session = await call(operator['sign-in'].$post({ json: { email, code } }))
      // Data of the previous session, which may have seen other remotes.
      client.removeQueries({ queryKey: ['operator'], predicate: ({ queryKey }) => queryKey[1] !== SESSION_KEY[1] })
      client.setQueryData(SESSION_KEY, session)
    } catch (error) {
      toastProblem(error)
    }
  }
  const resend = async (): Promise<void> => void (await requestCode(email))
  return (
    <AuthLayout
      subtitle="For operators and the teams of remotes"
      footer={typeof portal === 'string' ? <ToPortal origin={portal} /> : null}
    >
      {sent ? (
        <CodeStep email={email} format={OPERATOR_CODE} onCode={check} onResend={resend} onBack={() => setSent(false)} />
      ) : (
        <EmailStep email={email} onEmail={setEmail} onSent={() => setSent(true)} />
      )}
    </AuthLayout>
  )
}
