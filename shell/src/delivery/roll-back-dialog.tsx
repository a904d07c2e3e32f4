import type { RemoteVersions } from '@portal/contract/publishing'
import { SelectField } from '@portal/kit/ui/fields'
import { Switch } from '@portal/kit/ui/switch'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { optionOf } from './describe-version.ts'
import type { RemoteState } from './queries.ts'
import { rollbackChoices } from './version-state.ts'

/** The choice of no version. */
const NONE = 'none'

interface RollBackDialogProps {
  state: RemoteState
  versions: RemoteVersions
  /** The version that is chosen at first, in place of the usual one. */
  to?: string
  onClose: () => void
}

/** Rolls a remote back to an earlier version, holds the live one, or takes the remote out of the portal. */
export function RollBackDialog({ state, versions, to: first, onClose }: RollBackDialogProps) {
  const { name, live, canary } = state
  const choices = rollbackChoices(versions.items)
  // While a canary is running, it is what is rolled back.
  const usual = canary ? live : (versions.previous ?? choices[0]?.version ?? live)
  const [to, setTo] = useState(first ?? usual ?? NONE)
  const [leave, setLeave] = useState(false)
  const isHold = to === live && canary === null
  const json = { to: to === NONE ? null : to, leave, ...(live === null ? {} : { expected: live }) }
  const options = [
    ...choices.map((version) => ({ value: version.version, label: optionOf(version) })),
    ...(live === null
      ? []
      : [
          { value: live, label: canary ? `${live}, taking ${canary.version} back` : `Stay at ${live}` },
          { value: NONE, label: 'No version: take it out of the portal' },
        ]),
  ]
  return (
    <ChangeDialog
      title="Roll back"
      submitLabel={isHold ? 'Hold' : 'Roll back'}
      busyLabel={isHold ? 'Holding...' : 'Rolling back...'}
      danger
      reason="required"
      run={(why) => call(operatorApi.remotes[':name'].rollback.$post({ param: { name }, json: { ...json, ...why } }))}
      done={to === NONE ? `Removed ${name}` : isHold ? `Held at ${to}` : `Rolled back to ${to}`}
      onClose={onClose}
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
