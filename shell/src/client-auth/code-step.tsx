import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { Emphasis, LinkButton } from '../sign-in/auth-layout.tsx'
import { useForm } from '../sign-in/use-form.ts'

const RESEND_AFTER_S = 30

/** How a code is entered. */
export interface CodeFormat {
  /** Returns entered or pasted text in the form of a code. */
  clean: (text: string) => string
  length: number
  /** Asks for the code when it is incomplete. */
  missing: string
  inputMode: 'numeric' | 'text'
  placeholder: string
}

const SIX_DIGITS: CodeFormat = {
  clean: (text) => text.replace(/\D/g, '').slice(0, 6),
  length: 6,
  missing: 'Please enter the 6-digit code.',
  inputMode: 'numeric',
  placeholder: '000000',
}

export interface CodeStepProps {
  email: string
  /** Default: six digits. */
  format?: CodeFormat
  /** Checks the code. Resolves when the outcome is known. */
  onCode: (code: string) => Promise<void>
  /** Sends another code, which replaces this one. */
  onResend: () => Promise<void>
  onBack: () => void
}

/** Sends another code after a delay, in which the last one may arrive. */
function Resend({ onResend }: { onResend: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(RESEND_AFTER_S)
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  if (secondsLeft > 0) return <span className="text-base-content/70 tabular-nums">Send again in {secondsLeft} s</span>
  const resend = (): void => {
    setSecondsLeft(RESEND_AFTER_S)
    onResend()
  }
  return <LinkButton onClick={resend}>Resend Code</LinkButton>
}

/** Asks for the code from the mail. */
export function CodeStep({ email, format = SIX_DIGITS, onCode, onResend, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { problems, busy, formProps } = useForm(
    () => (code.length === format.length ? {} : { code: format.missing }),
    async () => {
      await onCode(code)
      // Still here: the code was not accepted, so the user enters another one.
      input.current?.focus()
      input.current?.select()
    },
  )
  // The user has submitted the previous step, so continue in the field.
  useEffect(() => input.current?.focus(), [])
  const resend = (): void => {
    setCode('')
    input.current?.focus()
    void onResend()
  }
  // Otherwise the browser would cut pasted text to the maximum length before spaces are removed.
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    setCode(format.clean(event.clipboardData.getData('text')))
  }
  return (
    <form {...formProps} className="grid gap-4">
      <p className="text-base-content/70 text-sm">
        We sent a code to <Emphasis>{email}</Emphasis>. It is valid for 10 minutes.
      </p>
      <TextField
        label="Verification Code"
        name="code"
        value={code}
        onChange={(value) => setCode(format.clean(value))}
        onPaste={paste}
        error={problems['code']}
        inputMode={format.inputMode}
        autoComplete="one-time-code"
        maxLength={format.length}
        placeholder={format.placeholder}
        ref={input}
        spellCheck={false}
        className="[&_input]:text-center [&_input]:text-lg [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Verifying...">
        Verify Code
      </Button>
      <div className="flex justify-between gap-4 text-sm">
        <LinkButton onClick={onBack}>Back</LinkButton>
        <Resend onResend={resend} />
      </div>
    </form>
  )
}
