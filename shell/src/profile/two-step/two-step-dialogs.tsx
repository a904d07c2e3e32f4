import type { Enrollment } from '@portal/contract/factors'
import { api, call, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TwoStepTask } from './two-step-card.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { factorsQuery } from './queries.ts'
import { ScanDialog } from './scan-dialog.tsx'

export interface TwoStepDialogsProps {
  task: TwoStepTask
  /** The active factor. */
  factorId: string | undefined
  onClose: () => void
}

/** Turns it on in three steps: password, app, recovery codes. */
function TurnOn({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const [enrollment, setEnrollment] = useState<Enrollment>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  if (enrollment) {
    const on = (made: string[]): void => {
      setCodes(made)
      onChanged()
      toastSuccess('Two-step verification is on', 'Your other devices were signed out.')
    }
    return <ScanDialog enrollment={enrollment} onClose={onClose} onCodes={on} />
  }
  return (
    <PasswordDialog
      title="Turn on two-step verification"
      description="Enter your password to begin. Your other devices will be signed out."
      submitLabel="Continue"
      busyLabel="Checking..."
      onClose={onClose}
      onPassword={async (password) => setEnrollment(await call(api.auth.factors.$post({ json: { password } })))}
    />
  )
}

/** Renews the recovery codes after asking for the password. */
function Renew({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <PasswordDialog
      title="New recovery codes"
      description="Your current codes will stop working."
      submitLabel="Create New Codes"
      busyLabel="Creating codes..."
      withCode
      onClose={onClose}
      onPassword={async (password, code) => {
        setCodes((await call(api.auth.factors['recovery-codes'].$post({ json: { password, code } }))).recovery_codes)
        onChanged()
      }}
    />
  )
}

/** Opens the dialogs of the two-step card. */
export function TwoStepDialogs({ task, factorId, onClose }: TwoStepDialogsProps) {
  const client = useQueryClient()
  const changed = (): void => void client.invalidateQueries(factorsQuery)
  if (task === 'turn-on') return <TurnOn onChanged={changed} onClose={onClose} />
  if (task === 'renew') return <Renew onChanged={changed} onClose={onClose} />
  return (
    <PasswordDialog
      title="Turn off two-step verification"
      description="Your password alone will be enough to sign in. Your recovery codes will stop working."
      submitLabel="Turn Off"
      busyLabel="Turning off..."
      danger
      withCode
      onClose={onClose}
      onPassword={async (password, code) => {
        await call(api.auth.factors[':id'].$delete({ param: { id: factorId ?? '' }, json: { password, code } }))
        changed()
        onClose()
        toastSuccess('Two-step verification is off', 'Your password alone is enough to sign in.')
      }}
    />
  )
}
