import {
  LiveVersion,
  type LocalRemote,
  PreviewLink,
  RemoteSwitches,
  RemoteVersions,
  type RollBack,
} from '@portal/contract/publishing'
import { RemoteRegistry } from '@portal/contract/remotes'
import type * as z from 'zod'
import { callPortal, type Portal } from './portal-api.ts'

/** Calls of the registry of remotes. Each throws PortalError when the portal refuses. */

/** Returns the live version of a remote; null for none. */
export async function liveVersion(portal: Portal, name: string): Promise<string | null> {
  const { remotes } = await callPortal(portal, 'GET', '', RemoteRegistry)
  return remotes.find((remote) => remote.name === name)?.version ?? null
}

/** Returns the versions of a remote, newest first. */
export const listRemote = (portal: Portal, name: string): Promise<RemoteVersions> =>
  callPortal(portal, 'GET', `${name}/versions`, RemoteVersions)

/** Returns the switches of a remote until a time (default: now), newest first, and the version that was live then. */
export const listSwitches = (portal: Portal, name: string, at?: Date): Promise<RemoteSwitches> =>
  callPortal(portal, 'GET', `${name}/switches${at ? `?at=${at.toISOString()}` : ''}`, RemoteSwitches)

/** Rolls a remote back to a version (default: the one that was live before; null: none), and holds it. */
export const rollBackRemote = (
  portal: Portal,
  name: string,
  how: z.input<typeof RollBack> = {},
): Promise<LiveVersion> => callPortal(portal, 'POST', `${name}/rollback`, LiveVersion, JSON.stringify(how))

/** Creates a link that loads a remote from the machine of the browser. */
export const previewLocalRemote = (
  portal: Portal,
  name: string,
  given: z.input<typeof LocalRemote>,
): Promise<PreviewLink> => callPortal(portal, 'POST', `${name}/local`, PreviewLink, JSON.stringify(given))
