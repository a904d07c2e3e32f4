import type { Challenge } from '@portal/contract/factors'
import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { api, call, isApiError, setSession, toastProblem } from '@portal/sdk'
import { useEffect, useRef, useState } from 'react'
import { LinkButton } from './auth-layout.tsx'
import { toastAuthFailure } from './failures.ts'
import { useForm } from './use-form.ts'

export interface SecondFactorStepProps {
  challenge: Challenge
  /** Called when the code was right and the session has begun. */
  onDone: () => void
  /** Returns to the sign-in form, or to what `leaveLabel` says. */
  onLeave: () => void
  leaveLabel?: string
}

const MODES = {
  app: {
    says: 'Enter the 6-digit code from your authenticator app.',
    label: 'Verification Code',
    missing: 'Please enter the 6-digit code.',
    other: 'Use a recovery code',
    right: (code: string) => /^\d{6}$/.test(code),
  },
  recovery: {
    says: 'Enter one of your recovery codes. Each code works once.',
    label: 'Recovery Code',
    missing: 'Please enter a recovery code: 24 letters and digits.',
    other: 'Use your authenticator app',
    right: (code: string) => /^[A-Za-z0-9]{16}(?:[A-Za-z0-9]{8})?$/.test(code.replace(/[\s-]+/g, '')),
  },
} as const

/** Holds the entered code and submits it. */
function useCode({ challenge, onDone, onLeave }: SecondFactorStepProps) {
  const [mode, setMode] = useState<keyof typeof MODES>('app')
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const form = useForm(
    () => ({ code: MODES[mode].right(code) ? undefined : MODES[mode].missing }),
    async () => {
      try {
        const param = { id: challenge.factor_id }
        const answer = await call(
          api.auth.factors[':id'].verify.$post({ param, json: { challenge: challenge.challenge, code } }),
        )
        if (!('access_token' in answer)) return
        setSession(answer, 'signed-in')
        onDone()
      } catch (error) {
        setCode('')
        input.current?.focus()
        if (isApiError(error, 'invalid_code')) return toastProblem(error)
        toastAuthFailure(error, 'Sign In Failed', ['session_expired', 'too_many_requests'])
        if (isApiError(error, 'session_expired')) onLeave()
      }
    },
  )
  const other = (): void => {
    setCode('')
    setMode(mode === 'app' ? 'recovery' : 'app')
  }
  const enter = (value: string): void => setCode(mode === 'app' ? value.replace(/\D/g, '').slice(0, 6) : value)
  return { ...form, mode, code, enter, other, input }
}

const LOOKS = {
  app: '[&_input]:text-center [&_input]:text-lg [&_input]:tracking-[0.4em] [&_input]:tabular-nums',
  recovery: '[&_input]:font-mono',
} as const

/** Asks for the code of the second factor and completes the sign-in. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { mode, code, enter, other, input, problems, busy, formProps } = useCode(props)
  const app = mode === 'app'
  // The user has submitted the previous step, so continue in the field.
  useEffect(() => input.current?.focus(), [input])
  return (
    <form {...formProps} className="grid gap-4">
      <div>
        <h2 className="font-semibold">Two-step verification</h2>
        <p className="mt-1 text-base-content/70 text-sm">{MODES[mode].says}</p>
      </div>
      <TextField
        label={MODES[mode].label}
        name="code"
        value={code}
        onChange={enter}
        error={problems['code']}
        inputMode={app ? 'numeric' : 'text'}
        autoComplete={app ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        placeholder={app ? '000000' : 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX'}
        ref={input}
        spellCheck={false}
        className={LOOKS[mode]}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Verifying...">
        Verify
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
        <LinkButton
          onClick={() => {
            other()
            input.current?.focus()
          }}
        >
          {MODES[mode].other}
        </LinkButton>
        <LinkButton onClick={props.onLeave}>{props.leaveLabel ?? 'Back to Sign In'}</LinkButton>
      </div>
    </form>
  )
}
