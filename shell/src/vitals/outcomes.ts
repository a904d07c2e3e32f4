import type { RemoteEntry } from '@portal/contract/remotes'
import type { Outcome } from '@portal/contract/vitals'
import { withCollector } from './collector.ts'

/** A remote in the version that this tab runs. */
type Running = Pick<RemoteEntry, 'name' | 'version' | 'watch'>

/** It may switch to another version while it is on screen. */
interface Shown {
  entry: Running
}

let shown: Shown | undefined

/** Reports an outcome of this page load for a remote. Repeated outcomes are reported once. */
export function noteOutcome({ name, version, watch }: Running, kind: Outcome): void {
  const isWatched = watch === true
  // The person may leave a page that fails before it is idle.
  withCollector(
    (collector) => collector.outcome({ ran: { name, version }, kind }, isWatched),
    isWatched && kind !== 'view',
  )
}

/** Reports an outcome for the remote on screen, if there is one. */
export function noteOutcomeOfShown(kind: Outcome): void {
  if (shown) noteOutcome(shown.entry, kind)
}

/** Reports that a remote is on screen. Returns a cleanup function. */
export function showRemote(remote: Shown): () => void {
  shown = remote
  noteOutcome(remote.entry, 'view')
  return () => {
    if (shown === remote) shown = undefined
  }
}
