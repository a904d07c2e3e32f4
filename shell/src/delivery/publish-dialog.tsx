import { call } from '@portal/sdk'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { useRemoteAction } from './use-remote-action.ts'
import { VersionName } from './version-name.tsx'

export interface PublishDialogProps {
  name: string
  /** The live version; null for none. */
  from: string | null
  to: string
  /** Whether a version is pinned. */
  isPinned: boolean
  onClose: () => void
}

/** Makes a version live. */
export function PublishDialog({ name, from, to, isPinned, onClose }: PublishDialogProps) {
  const publish = useRemoteAction(
    (reason: string | undefined) =>
      call(
        operatorApi.remotes[':name'].versions[':version'].live.$post({
          param: { name, version: to },
          json: { expected: from, ...(reason === undefined ? {} : { reason }) },
        }),
      ),
    `Published ${to}`,
    onClose,
  )
  return (
    <ChangeDialog
      title="Publish"
      submitLabel="Publish"
      busyLabel="Publishing..."
      busy={publish.isPending}
      onClose={onClose}
      onSubmit={(reason) => publish.mutate(reason)}
    >
      <p className="text-sm leading-relaxed">
        Everybody gets <VersionName version={to} />
        {from === null ? null : (
          <>
            {' '}
            instead of <VersionName version={from} />
          </>
        )}{' '}
        with the next page load. Open tabs are offered the update.{isPinned ? ' This ends the pin.' : null}
      </p>
    </ChangeDialog>
  )
}
