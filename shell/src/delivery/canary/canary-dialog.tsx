import type { Canary } from '@portal/contract/canaries'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { call } from '@portal/sdk'
import { operatorApi } from '../api.ts'
import { useRemoteAction } from '../use-remote-action.ts'

/** A change of a running canary. */
export type CanaryChange = 'continue' | 'stop'

interface ChangeText {
  title: string
  message: string
  confirmLabel: string
  busyLabel: string
  done: string
}

const textsOf = ({ version, percent, next, live }: Canary): Readonly<Record<CanaryChange, ChangeText>> => ({
  continue: {
    title: next === 100 ? 'Publish to everybody' : `Continue with ${next}%`,
    message:
      next === 100
        ? `Everybody gets ${version} with the next page load. Open tabs are offered the update.`
        : `${next}% of people get ${version} instead of ${percent}%, even if too few people have used it to compare.`,
    confirmLabel: next === 100 ? 'Publish' : 'Continue',
    busyLabel: next === 100 ? 'Publishing...' : 'Continuing...',
    done: next === 100 ? `Published ${version}` : `${next}% of people get ${version}`,
  },
  stop: {
    title: 'Stop',
    message:
      `Nobody gets ${version} any more. Those who had it get ${live ?? 'no version'} with the next page load, and ` +
      'open tabs reload as soon as nothing is unsaved.',
    confirmLabel: 'Stop',
    busyLabel: 'Stopping...',
    done: `Stopped ${version}`,
  },
})

/** Asks for the confirmation of a change of a canary. */
export function CanaryDialog({
  canary,
  change,
  onClose,
}: {
  canary: Canary
  change: CanaryChange
  onClose: () => void
}) {
  const { name, version, percent } = canary
  const { done, ...text } = textsOf(canary)[change]
  const { canary: api } = operatorApi.remotes[':name']
  const run = useRemoteAction(
    () =>
      change === 'continue'
        ? call(api.continue.$post({ param: { name }, json: { version, percent } }))
        : call(api.stop.$post({ param: { name }, json: { version } })),
    done,
    onClose,
  )
  return (
    <ConfirmDialog
      {...text}
      open
      danger={change === 'stop'}
      busy={run.isPending}
      onClose={onClose}
      onConfirm={() => run.mutate(undefined)}
    />
  )
}
