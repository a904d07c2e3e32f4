import type { RemoteEntry } from '@portal/contract/remotes'
import type { Outcome } from '@portal/contract/vitals'
import { withCollector } from './collector.ts'

/** A remote in the version that this tab runs. */
type Running = Pick<RemoteEntry, 'name' | 'version' | 'watch'>

let shown: Running | undefined

/** Reports an outcome of this page load for a remote. Repeated outcomes are reported once. */
export function noteOutcome({ name, version, watch }: Running, kind: Outcome): void {
  withCollector((collector) => collector.outcome({ ran: { name, version }, kind }, watch === true))
}

/** Reports an outcome for the remote on screen, if there is one. */
export function noteOutcomeOfShown(kind: Outcome): void {
  if (shown) noteOutcome(shown, kind)
}

/** Reports that a remote is on screen. Returns a cleanup function. */
export function showRemote(remote: Running): () => void {
  shown = remote
  noteOutcome(remote, 'view')
  return () => {
    if (shown === remote) shown = undefined
  }
}
