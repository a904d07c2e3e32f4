import { call } from '@portal/sdk'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { useRemoteAction } from './use-remote-action.ts'
import { VersionName } from './version-name.tsx'

export interface EndHoldDialogProps {
  name: string
  /** The live version. */
  version: string
  onClose: () => void
}

/** Ends the hold of a remote by publishing its live version. */
export function EndHoldDialog({ name, version, onClose }: EndHoldDialogProps) {
  const end = useRemoteAction(
    (reason: string | undefined) =>
      call(
        operatorApi.remotes[':name'].versions[':version'].live.$post({
          param: { name, version },
          json: { expected: version, ...(reason === undefined ? {} : { reason }) },
        }),
      ),
    'The hold has ended',
    onClose,
  )
  return (
    <ChangeDialog
      title="End the hold"
      submitLabel="End hold"
      busyLabel="Ending..."
      busy={end.isPending}
      onClose={onClose}
      onSubmit={(reason) => end.mutate(reason)}
    >
      <p className="text-sm leading-relaxed">
        <VersionName version={version} /> stays live until a deployment or a CI job replaces it. Versions that were
        rolled back are still published only on purpose.
      </p>
    </ChangeDialog>
  )
}
