import type { RemoteEntry } from '@portal/contract/remotes'
import clientPortal from 'mf-client-portal/remote.json'
import clients from 'mf-clients/remote.json'
import review from 'mf-review/remote.json'
import workforms from 'mf-workforms/remote.json'

/** Role, paths and navigation entry of a remote. */
export type RemotePosition = Pick<RemoteEntry, 'role' | 'routes' | 'nav'>

/** The remotes of the specified pages. They keep their place in the portal even when no version is live. */
export const SPECIFIED_REMOTES = [clients, workforms, review, clientPortal] as readonly RemotePosition[]
