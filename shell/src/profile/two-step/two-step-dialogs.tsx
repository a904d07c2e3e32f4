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
  /** Whether the account has a password. */
  hasPassword: boolean
  onClose: () => void
}

interface TaskProps {
  hasPassword: boolean
  onChanged: () => void
  onClose: () => void
}

/** Turns it on in three steps: proof, app, recovery codes. */
function TurnOn({ hasPassword, onChanged, onClose }: TaskProps) {
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
      description="First show that it is you. Your other devices will be signed out."
      hasPassword={hasPassword}
      submitLabel="Continue"
      busyLabel="Checking..."
      onClose={onClose}
      onProof={async (json) => setEnrollment(await call(api.auth.factors.$post({ json })))}
    />
  )
}

/** Renews the recovery codes after asking for proof. */
function Renew({ hasPassword, onChanged, onClose }: TaskProps) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <PasswordDialog
      title="New recovery codes"
      description="Your current codes will stop working."
      submitLabel="Create New Codes"
      busyLabel="Creating codes..."
      hasPassword={hasPassword}
      withCode
      onClose={onClose}
      onProof={async (json) => {
        setCodes((await call(api.auth.factors['recovery-codes'].$post({ json }))).recovery_codes)
        onChanged()
      }}
    />
  )
}

/** Opens the dialogs of the two-step card. */
export function TwoStepDialogs({ task, factorId, hasPassword, onClose }: TwoStepDialogsProps) {
  const client = useQueryClient()
  const changed = (): void => void client.invalidateQueries(factorsQuery)
  if (task === 'turn-on') return <TurnOn {...{ hasPassword, onClose }} onChanged={changed} />
  if (task === 'renew') return <Renew {...{ hasPassword, onClose }} onChanged={changed} />
  return (
    <PasswordDialog
      title="Turn off two-step verification"
      description="Signing in will no longer require a code from your app. Your recovery codes will stop working."
      submitLabel="Turn Off"
      busyLabel="Turning off..."
      danger
      hasPassword={hasPassword}
      withCode
      onClose={onClose}
      onProof={async (json) => {
        await call(api.auth.factors[':id'].$delete({ param: { id: factorId ?? '' }, json }))
        changed()
        onClose()
        toastSuccess('Two-step verification is off', 'Signing in no longer requires a code from your app.')
      }}
    />
  )
}
