import { Switch } from '@portal/kit/ui/switch'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { useRemoteAction } from './use-remote-action.ts'
import { VersionName } from './version-name.tsx'

export interface RollBackDialogProps {
  name: string
  /** The live version. */
  from: string
  to: string
  onClose: () => void
}

/** Rolls a remote back to an earlier version. */
export function RollBackDialog({ name, from, to, onClose }: RollBackDialogProps) {
  const [leave, setLeave] = useState(false)
  const rollBack = useRemoteAction(
    (reason: string | undefined) =>
      call(
        operatorApi.remotes[':name'].rollback.$post({
          param: { name },
          json: { to, expected: from, leave, ...(reason === undefined ? {} : { reason }) },
        }),
      ),
    `Rolled back to ${to}`,
    onClose,
  )
  return (
    <ChangeDialog
      title="Roll back"
      submitLabel="Roll back"
      busyLabel="Rolling back..."
      danger
      reasonRequired
      busy={rollBack.isPending}
      onClose={onClose}
      onSubmit={(reason) => rollBack.mutate(reason)}
    >
      <p className="text-sm leading-relaxed">
        People get <VersionName version={to} /> instead of <VersionName version={from} /> with the next page load. The
        version stays pinned until someone publishes or unpins. Open tabs are offered the update.
      </p>
      <Switch
        label="Reload open tabs"
        help={`Tabs that run ${from} reload as soon as nothing is unsaved. Previews of this remote end.`}
        checked={leave}
        onChange={setLeave}
      />
    </ChangeDialog>
  )
}
