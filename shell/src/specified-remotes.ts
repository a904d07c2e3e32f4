import { placeOf } from '@portal/contract/pages'
import type { RemoteEntry } from '@portal/contract/remotes'
import clientPortal from 'mf-client-portal/pages'
import clients from 'mf-clients/pages'
import review from 'mf-review/pages'
import workforms from 'mf-workforms/pages'

/** Role, paths and navigation entry of a remote. */
export type RemotePosition = Pick<RemoteEntry, 'role' | 'routes' | 'nav'>

/** The remotes of the specified pages. They keep their place in the portal even when no version is live. */
export const SPECIFIED_REMOTES: readonly RemotePosition[] = [clients, workforms, review, clientPortal].map((remote) =>
  placeOf(remote),
)
