import { SelectField } from '@portal/kit/ui/fields'
import { Switch } from '@portal/kit/ui/switch'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { optionOf } from './describe-version.ts'
import type { Version } from './queries.ts'
import { useRemoteAction } from './use-remote-action.ts'

/** The choice of no version. */
const NONE = 'none'

export interface RollBackDialogProps {
  name: string
  /** The live version; null for none. */
  live: string | null
  /** The version that is for some people now. */
  canary: string | undefined
  /** The versions to choose from. */
  choices: readonly Version[]
  /** The version that is chosen at first. */
  to: string | undefined
  onClose: () => void
}

/** Rolls a remote back to an earlier version, holds the live one, or takes the remote out of the portal. */
export function RollBackDialog({ name, live, canary, choices, to: first, onClose }: RollBackDialogProps) {
  const [to, setTo] = useState(first ?? live ?? NONE)
  const [leave, setLeave] = useState(false)
  const isHold = to === live && canary === undefined
  const rollBack = useRemoteAction(
    (reason: string | undefined) =>
      call(
        operatorApi.remotes[':name'].rollback.$post({
          param: { name },
          json: {
            to: to === NONE ? null : to,
            leave,
            ...(live === null ? {} : { expected: live }),
            ...(reason === undefined ? {} : { reason }),
          },
        }),
      ),
    to === NONE ? `Removed ${name}` : isHold ? `Held at ${to}` : `Rolled back to ${to}`,
    onClose,
  )
  const options = [
    ...choices.map((version) => ({ value: version.version, label: optionOf(version) })),
    ...(live === null ? [] : [{ value: live, label: canary ? `${live}, taking ${canary} back` : `Stay at ${live}` }]),
    ...(live === null ? [] : [{ value: NONE, label: 'No version: take it out of the portal' }]),
  ]
  return (
    <ChangeDialog
      title="Roll back"
      submitLabel={isHold ? 'Hold' : 'Roll back'}
      busyLabel={isHold ? 'Holding...' : 'Rolling back...'}
      danger
      reasonRequired
      busy={rollBack.isPending}
      onClose={onClose}
      onSubmit={(reason) => rollBack.mutate(reason)}
    >
      <SelectField label="Roll back to" value={to} onChange={setTo} options={options} />
      <p className="text-sm leading-relaxed">
        People get it with the next page load, and open tabs are offered it. It is held: deployments and CI jobs leave
        it alone until somebody publishes.
      </p>
      <Switch
        label="Reload open tabs"
        help="Tabs that run a later version reload as soon as nothing is unsaved. Previews of this remote end."
        checked={leave}
        onChange={setLeave}
      />
    </ChangeDialog>
  )
}
