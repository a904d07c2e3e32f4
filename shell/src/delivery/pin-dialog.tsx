import { call } from '@portal/sdk'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { useRemoteAction } from './use-remote-action.ts'
import { VersionName } from './version-name.tsx'

export interface PinDialogProps {
  name: string
  /** The live version. */
  version: string
  /** Whether it is pinned now, and will be unpinned. */
  isPinned: boolean
  onClose: () => void
}

/** Pins the live version, or ends its pin. */
export function PinDialog({ name, version, isPinned, onClose }: PinDialogProps) {
  const { pin } = operatorApi.remotes[':name']
  const change = useRemoteAction(
    (reason: string | undefined) => {
      const request = { param: { name }, json: reason === undefined ? {} : { reason } }
      return isPinned ? call(pin.$delete(request)) : call(pin.$post(request))
    },
    isPinned ? `Unpinned ${version}` : `Pinned ${version}`,
    onClose,
  )
  return (
    <ChangeDialog
      title={isPinned ? 'Unpin' : 'Pin'}
      submitLabel={isPinned ? 'Unpin' : 'Pin'}
      busyLabel={isPinned ? 'Unpinning...' : 'Pinning...'}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={(reason) => change.mutate(reason)}
    >
      <p className="text-sm leading-relaxed">
        {isPinned ? (
          <>
            Deployments of the portal may replace <VersionName version={version} /> again. A version that was published
            for this portal in the meantime becomes live.
          </>
        ) : (
          <>
            <VersionName version={version} /> stays live until someone publishes on purpose or unpins. Deployments of
            the portal do not replace it.
          </>
        )}
      </p>
    </ChangeDialog>
  )
}
