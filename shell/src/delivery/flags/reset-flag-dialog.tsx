import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { call } from '@portal/sdk'
import { operatorApi } from '../api.ts'
import { useRemoteAction } from '../use-remote-action.ts'
import { type FlagValue, targetOf } from './describe-value.ts'

interface ResetFlagDialogProps {
  name: string
  value: FlagValue
  onClose: () => void
}

/** Asks for the confirmation to remove the value of a flag. */
export function ResetFlagDialog({ name, value, onClose }: ResetFlagDialogProps) {
  const { target } = value
  const reset = useRemoteAction(
    () => call(operatorApi.delivery.flags[':name'].$delete({ param: { name }, query: { target } })),
    `Reset ${name} for ${targetOf(value)}`,
    onClose,
  )
  return (
    <ConfirmDialog
      open
      title={`Reset ${name}`}
      message={`The value for ${targetOf(value)} is removed. A less specific value applies, or else the default.`}
      confirmLabel="Reset"
      busyLabel="Resetting..."
      busy={reset.isPending}
      onClose={onClose}
      onConfirm={() => reset.mutate(undefined)}
    />
  )
}
