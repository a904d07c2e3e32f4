import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { api, call, toastProblem, toastSuccess, useUser } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** What to say when the field does not contain a code. */
export const NO_CODE = 'Please enter the 6-digit code.'
export const isMailedCode = (text: string): boolean => /^\d{6}$/.test(text)

export interface MailedCodeProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Asks for a code that it mails to the account's address, in place of the password of an account that has none. */
export function MailedCode({ value, onChange, error }: MailedCodeProps) {
  const { email } = useUser()
  const input = useRef<HTMLInputElement>(null)
  const mail = useMutation({
    mutationFn: () => call(api.auth.factors['email-code'].$post()),
    onSuccess: () => {
      toastSuccess('Code Sent', 'We sent a 6-digit code to your email.')
      input.current?.focus()
    },
    onError: (problem) => toastProblem(problem),
  })
  return (
    <>
      <div className="grid justify-items-start gap-3">
        <p className="wrap-anywhere text-base-content/70 text-sm">
          Your account has no password. To show that it is you, enter a code that we send to {email}.
        </p>
        <Button size="sm" busy={mail.isPending} busyLabel="Sending..." onClick={() => mail.mutate()} data-autofocus>
          {mail.isSuccess ? 'Email me another code' : 'Email me a code'}
        </Button>
      </div>
      <TextField
        ref={input}
        label="Code From the Email"
        value={value}
        onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, 6))}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
      />
    </>
  )
}
