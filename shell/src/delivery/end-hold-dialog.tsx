import { call } from '@portal/sdk'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { VersionName } from './version-name.tsx'

interface EndHoldDialogProps {
  name: string
  /** The live version. */
  version: string
  onClose: () => void
}

/** Ends the hold of a remote by publishing its live version. */
export function EndHoldDialog({ name, version, onClose }: EndHoldDialogProps) {
  const { live } = operatorApi.remotes[':name'].versions[':version']
  return (
    <ChangeDialog
      title="End the hold"
      submitLabel="End hold"
      busyLabel="Ending..."
      run={(why) => call(live.$post({ param: { name, version }, json: { expected: version, ...why } }))}
      done="The hold has ended"
      onClose={onClose}
    >
      <p className="text-sm leading-relaxed">
        <VersionName version={version} /> stays live until a deployment or a CI job replaces it. Versions that were
        rolled back are still published only on purpose.
      </p>
    </ChangeDialog>
  )
}
