import type { Canary } from '@portal/contract/canaries'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { call } from '@portal/sdk'
import { operatorApi } from '../api.ts'
import { useRemoteAction } from '../use-remote-action.ts'

/** A change of a running canary. */
export type CanaryChange = 'advance' | 'promote' | 'stop'

interface ChangeText {
  title: string
  message: string
  confirmLabel: string
  busyLabel: string
  done: string
}

const textsOf = ({ version, percent, next, live }: Canary): Readonly<Record<CanaryChange, ChangeText>> => ({
  advance: {
    title: 'Advance the canary',
    message:
      `${next}% of people get ${version} instead of ${percent}%, ` +
      'even if too few people have used it for a comparison.',
    confirmLabel: `Advance to ${next}%`,
    busyLabel: 'Advancing...',
    done: `${next}% of people get ${version}`,
  },
  promote: {
    title: 'Promote the canary',
    message: `Everybody gets ${version} with the next page load. Open tabs are offered the update.`,
    confirmLabel: 'Promote',
    busyLabel: 'Promoting...',
    done: `Promoted ${version}`,
  },
  stop: {
    title: 'Stop the canary',
    message: `Nobody gets ${version} anymore. Those who had it get ${live ?? 'no version'} with the next page load.`,
    confirmLabel: 'Stop canary',
    busyLabel: 'Stopping...',
    done: `Stopped the canary ${version}`,
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
  const { advance, promote, stop } = operatorApi.remotes[':name'].canary
  const run = useRemoteAction(
    () => {
      if (change === 'advance') return call(advance.$post({ param: { name }, json: { version, percent } }))
      const request = { param: { name }, json: { version } }
      return change === 'promote' ? call(promote.$post(request)) : call(stop.$post(request))
    },
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
