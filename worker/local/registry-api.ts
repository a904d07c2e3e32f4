import {
  LiveVersion,
  type LocalRemote,
  PreviewLink,
  PrunedRemote,
  RemoteRegistry,
  RemoteSwitches,
  RemoteVersions,
  RemovedRemote,
} from '@portal/contract/remotes'
import { Ok } from '@portal/contract/common'
import type * as z from 'zod'
import { callPortal, type Portal } from './portal-api.ts'

/** Calls of the registry of remotes. Each throws PortalError when the portal refuses. */

/** Why someone makes a switch, for its history. */
interface Reason {
  reason?: string | undefined
}

/** Returns the live version of a remote; null for none. */
export async function liveVersion(portal: Portal, name: string): Promise<string | null> {
  const { remotes } = await callPortal(portal, 'GET', '', RemoteRegistry)
  return remotes.find((remote) => remote.name === name)?.version ?? null
}

/** Returns the versions of a remote, newest first. */
export const listRemote = (portal: Portal, name: string): Promise<z.infer<typeof RemoteVersions>> =>
  callPortal(portal, 'GET', `${name}/versions`, RemoteVersions)

/** Returns the switches of a remote until a time (default: now), newest first, and the version that was live then. */
export const listSwitches = (portal: Portal, name: string, at?: Date): Promise<z.infer<typeof RemoteSwitches>> =>
  callPortal(portal, 'GET', `${name}/switches${at ? `?at=${at.toISOString()}` : ''}`, RemoteSwitches)

/** Rolls a remote back to a version (default: the one that was live before) and pins it. */
export const rollBackRemote = (
  portal: Portal,
  name: string,
  how: Reason & { to?: string | undefined; expected?: string | undefined; leave?: boolean } = {},
): Promise<LiveVersion> => callPortal(portal, 'POST', `${name}/rollback`, LiveVersion, JSON.stringify(how))

/** Pins the live version of a remote. */
export const pinRemote = (portal: Portal, name: string, why: Reason = {}): Promise<LiveVersion> =>
  callPortal(portal, 'POST', `${name}/pin`, LiveVersion, JSON.stringify(why))

/** Ends the pin of a remote. */
export const unpinRemote = (portal: Portal, name: string, why: Reason = {}): Promise<LiveVersion> =>
  callPortal(portal, 'DELETE', `${name}/pin`, LiveVersion, JSON.stringify(why))

/** Makes open tabs leave a version that is not live. */
export const leaveVersion = (portal: Portal, name: string, version: string, why: Reason = {}): Promise<unknown> =>
  callPortal(portal, 'POST', `${name}/versions/${version}/leave`, Ok, JSON.stringify(why))

/** Removes old versions, or only lists them with `dry`. */
export const pruneRemote = (
  portal: Portal,
  name: string,
  how: { days?: number | undefined; dry: boolean },
): Promise<PrunedRemote> => callPortal(portal, 'POST', `${name}/prune`, PrunedRemote, JSON.stringify(how))

/** Removes a remote from the registry. */
export const removeRemote = (portal: Portal, name: string, why: Reason = {}): Promise<RemovedRemote> =>
  callPortal(portal, 'DELETE', `${name}/live`, RemovedRemote, JSON.stringify(why))

/** Creates a link that loads a remote from the machine of the browser. */
export const previewLocalRemote = (
  portal: Portal,
  name: string,
  given: z.input<typeof LocalRemote>,
): Promise<PreviewLink> => callPortal(portal, 'POST', `${name}/local`, PreviewLink, JSON.stringify(given))
