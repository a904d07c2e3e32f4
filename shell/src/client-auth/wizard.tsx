import { canonicalEmail } from '@portal/contract/canonical-email'
import type { CodePurpose } from '@portal/contract/auth'
import { Button } from '@portal/kit/ui/button'
import { firstControl } from '@portal/kit/ui/focus'
import { Steps } from '@portal/kit/ui/progress'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EmailField } from '../sign-in/email-field.tsx'
import { emailProblem, type Problems, useForm } from '../sign-in/use-form.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { checkCode, sendCode, setPassword } from './code-requests.ts'
import { forgetWizard, keepWizard, readWizard } from './wizard-state.ts'

export interface WizardProps {
  purpose: CodePurpose
  email: string
  onEmail: (email: string) => void
  /** Called after 'Go to Sign In', or when a new password is set. */
  onDone: () => void
}

const STEPS = ['Email', 'Code', 'Password', 'Done'] as const

function EmailStep({
  email,
  onEmail,
  onSend,
  label,
}: {
  email: string
  onEmail: (email: string) => void
  onSend: () => Promise<void>
  label: string
}) {
  const { problems, busy, formProps } = useForm(() => ({ email: emailProblem(email) }), onSend)
  return (
    <form {...formProps} className="grid gap-4">
      <EmailField
        value={email}
        onChange={onEmail}
        error={problems['email']}
        help="The address your bookkeeper registered you with."
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Sending...">
        {label}
      </Button>
    </form>
  )
}

/** Shows the last step of a sign-up. */
function Done({ onDone }: { onDone: () => void }) {
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck className="size-9 text-success" aria-hidden />
      <h2 className="font-semibold">Your account is ready</h2>
      <p className="text-base-content/70 text-sm">Sign in with your email and the password you have just set.</p>
      <Button variant="primary" className="mt-3 w-full" onClick={onDone}>
        Go to Sign In
      </Button>
    </div>
  )
}

/** Moves the focus into each step that follows, since the previous one is removed with the focus in it. */
function useStepFocus(step: number) {
  const content = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    if (previous.current !== step) firstControl(content.current)?.focus()
    previous.current = step
  }, [step])
  return content
}

/** Shows sign-up (Email, Code, Password, Done) and password reset (Email, Code, Password). */
export function Wizard({ purpose, email, onEmail, onDone }: WizardProps) {
  const [stored] = useState(() => readWizard(purpose))
  const [step, setStep] = useState<number>(stored?.step ?? 0)
  const [token, setToken] = useState(stored?.token ?? '')
  const content = useStepFocus(step)
  const address = canonicalEmail(email)
  const send = async (): Promise<void> => {
    if (!(await sendCode(address, purpose))) return
    keepWizard({ purpose, email: address, step: 1, token: '' })
    setStep(1)
  }
  const check = async (code: string): Promise<void> => {
    const setupToken = await checkCode(address, purpose, code)
    if (!setupToken) return
    keepWizard({ purpose, email: address, step: 2, token: setupToken })
    setToken(setupToken)
    setStep(2)
  }
  const save = async (password: string): Promise<Problems | undefined> => {
    const result = await setPassword(token, purpose, password)
    if (typeof result === 'object') return result
    if (result) forgetWizard()
    if (result === 'again') setStep(0)
    else if (result && purpose === 'signup') setStep(3)
    else if (result) onDone()
    return undefined
  }
  const back = (): void => {
    forgetWizard()
    setStep(0)
  }
  const steps = purpose === 'signup' ? STEPS : STEPS.slice(0, 3)
  return (
    <div ref={content}>
      <Steps
        label={purpose === 'signup' ? 'Sign up' : 'Reset password'}
        steps={steps}
        current={step}
        className="mb-6"
      />
      {step === 0 ? (
        <EmailStep
          email={email}
          onEmail={onEmail}
          onSend={send}
          label={purpose === 'signup' ? 'Send Verification Code' : 'Send Reset Code'}
        />
      ) : null}
      {step === 1 ? <CodeStep email={address} onCode={check} onResend={send} onBack={back} /> : null}
      {step === 2 ? (
        <PasswordStep
          email={address}
          submitLabel={purpose === 'signup' ? 'Set Password' : 'Reset Password'}
          onPassword={save}
        />
      ) : null}
      {step === 3 ? <Done onDone={onDone} /> : null}
    </div>
  )
}
