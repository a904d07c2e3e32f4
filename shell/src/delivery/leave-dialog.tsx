import { call } from '@portal/sdk'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { useRemoteAction } from './use-remote-action.ts'
import { VersionName } from './version-name.tsx'

/** Makes open tabs leave a version that is not live. */
export function LeaveDialog({ name, version, onClose }: { name: string; version: string; onClose: () => void }) {
  const leave = useRemoteAction(
    (reason: string | undefined) =>
      call(
        operatorApi.remotes[':name'].versions[':version'].leave.$post({
          param: { name, version },
          json: reason === undefined ? {} : { reason },
        }),
      ),
    `Tabs leave ${version}`,
    onClose,
  )
  return (
    <ChangeDialog
      title="Reload open tabs"
      submitLabel="Reload tabs"
      busyLabel="Reloading..."
      busy={leave.isPending}
      onClose={onClose}
      onSubmit={(reason) => leave.mutate(reason)}
    >
      <p className="text-sm leading-relaxed">
        Tabs that run <VersionName version={version} /> reload as soon as nothing in them is unsaved. Previews of this
        remote end.
      </p>
    </ChangeDialog>
  )
}
