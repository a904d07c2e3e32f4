import type { Enrollment } from '@portal/contract/factors'
import { TextField } from '@portal/kit/ui/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { QrCode } from '@portal/kit/ui/qr-code'
import { api, call, errorMessage, isApiError, toastProblem } from '@portal/sdk'
import { type FormEvent, useRef, useState } from 'react'

const DESCRIPTION =
  'Use any app for verification codes, such as Google Authenticator, Microsoft Authenticator or a password manager.'
const CODE_INPUT = 'max-w-44 [&_input]:text-center [&_input]:text-lg [&_input]:tracking-[0.3em] [&_input]:tabular-nums'

export interface ScanDialogProps {
  enrollment: Enrollment
  onClose: () => void
  /** Called when the code is correct. The recovery codes are shown only once. */
  onCodes: (codes: string[]) => void
}

/** Verifies the first code. Creates a challenge for the first attempt, and a new one when it is used up. */
function useFirstCode({ enrollment: { id }, onClose, onCodes }: ScanDialogProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const challenge = useRef<string>(undefined)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (!/^\d{6}$/.test(code)) return setProblem('Please enter the 6-digit code.')
    setBusy(true)
    setProblem(undefined)
    try {
      challenge.current ??= (await call(api.auth.factors[':id'].challenge.$post({ param: { id } }))).challenge
      const answer = await call(
        api.auth.factors[':id'].verify.$post({ param: { id }, json: { challenge: challenge.current, code } }),
      )
      if ('recovery_codes' in answer) onCodes(answer.recovery_codes)
    } catch (error) {
      if (isApiError(error, 'session_expired')) challenge.current = undefined
      if (isApiError(error, 'not_found') || isApiError(error, 'factor_exists')) {
        // The enrollment has expired, or another tab has completed it.
        toastProblem(error, 'Two-step verification')
        onClose()
      } else setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { code, setCode, problem, busy, submit }
}

/** Shows the secret as a QR code and as text, and asks for the first code. */
export function ScanDialog(props: ScanDialogProps) {
  const { enrollment, onClose } = props
  const { code, setCode, problem, busy, submit } = useFirstCode(props)
  return (
    <FormDialog
      onClose={onClose}
      busy={busy}
      title="Set up your authenticator app"
      description={DESCRIPTION}
      submitLabel="Verify & Turn On"
      busyLabel="Verifying..."
      onSubmit={(event) => void submit(event)}
    >
      <ol className="grid gap-5 text-sm">
        <li>
          {/* Focus the first step: focusing the field would scroll it out of view on a small screen. */}
          <p className="font-medium outline-none" tabIndex={-1} data-autofocus>
            1. Scan this code with the app
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-5">
            <QrCode text={enrollment.uri} label="QR code for your authenticator app" />
            <div className="min-w-0 flex-1 basis-44">
              <p className="text-base-content/70">Cannot scan it? Open this on the phone itself, or enter the key:</p>
              <p className="mt-2 select-all wrap-anywhere font-mono" data-testid="secret">
                {enrollment.secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </p>
              <a href={enrollment.uri} className="mt-2 inline-block font-medium text-primary hover:underline">
                Open in an app on this device
              </a>
            </div>
          </div>
        </li>
        <li>
          <p className="mb-3 font-medium">2. Enter the code that the app shows</p>
          <TextField
            label="Verification Code"
            value={code}
            onChange={(value) => setCode(value.replace(/\D/g, '').slice(0, 6))}
            error={problem}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            className={CODE_INPUT}
          />
        </li>
      </ol>
    </FormDialog>
  )
}
