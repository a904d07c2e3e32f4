import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { LINK } from '../sign-in/auth-layout.tsx'
import { useForm } from '../sign-in/use-form.ts'

const RESEND_AFTER_S = 30

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, 6)

export interface CodeStepProps {
  email: string
  /** Checks the code; resolves when that is over, whatever came of it. */
  onCode: (code: string) => Promise<void>
  /** Sends another code, which voids this one. */
  onResend: () => Promise<void>
  onBack: () => void
}

/** Sends another code, but not before the last one had time to arrive. */
function Resend({ onResend }: { onResend: () => void }) {
  const [wait, setWait] = useState(RESEND_AFTER_S)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  if (wait > 0) return <span className="text-base-content/70 tabular-nums">Send again in {wait} s</span>
  const resend = (): void => {
    setWait(RESEND_AFTER_S)
    onResend()
  }
  return (
    <button type="button" className={LINK} onClick={resend}>
      Resend Code
    </button>
  )
}

/** Asks for the code from the mail. */
export function CodeStep({ email, onCode, onResend, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { problems, busy, formProps } = useForm(
    () => (/^\d{6}$/.test(code) ? {} : { code: 'Please enter the 6-digit code.' }),
    () => onCode(code),
  )
  // The step before was answered by hand: go on there.
  useEffect(() => input.current?.focus(), [])
  const resend = (): void => {
    setCode('')
    input.current?.focus()
    void onResend()
  }
  // The browser would cut what is pasted to six characters before anybody has looked at it: "123 456" would lose its end.
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    setCode(digitsOf(event.clipboardData.getData('text')))
  }
  return (
    <form {...formProps} className="grid gap-4">
      <p className="text-base-content/70 text-sm">
        We sent a code to <strong className="wrap-anywhere font-medium text-base-content">{email}</strong>. It is valid
        for 10 minutes.
      </p>
      <TextField
        label="Verification Code"
        name="code"
        value={code}
        onChange={(value) => setCode(digitsOf(value))}
        onPaste={paste}
        error={problems['code']}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder="000000"
        ref={input}
        spellCheck={false}
        className="[&_input]:text-center [&_input]:text-lg [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Verifying...">
        Verify Code
      </Button>
      <div className="flex justify-between gap-4 text-sm">
        <button type="button" className={LINK} onClick={onBack}>
          Back
        </button>
        <Resend onResend={resend} />
      </div>
    </form>
  )
}
