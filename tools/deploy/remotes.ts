import { RemoteRegistry } from '@portal/contract/remotes'
import { StartError } from '../command/start-error.ts'
import type { Database } from '../database/database.ts'
import { publishIfAllowed } from '../publish/actions/publish-build.ts'
import { readBuild } from '../publish/build/built-remote.ts'
import { checkBuild } from '../publish/build/check-build.ts'
import { issueToken, listTokens, revokeToken } from '../publish/credentials/remote-token.ts'

export interface RemoteFolder {
  name: string
  dir: string
}

/** A remote whose local build differs from the live version. */
export interface RemoteChange extends RemoteFolder {
  version: string
  /** The live version; undefined if there is none. */
  live: string | undefined
}

const versionNumbers = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number)

/** Returns whether version `a` is older than `b`, ignoring suffixes. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [versionNumbers(a), versionNumbers(b)]
  for (const [i, number] of left.entries()) if (number !== (right[i] ?? 0)) return number < (right[i] ?? 0)
  return false
}

/** Returns the live version of each remote; empty if the portal does not answer, as before its first deployment. */
export async function liveVersions(url: string): Promise<Map<string, string>> {
  try {
    const response = await fetch(new URL('/api/remotes', url), { signal: AbortSignal.timeout(10_000) })
    const { remotes } = RemoteRegistry.parse(await response.json())
    return new Map(remotes.map((r) => [r.name, r.version]))
  } catch {
    return new Map()
  }
}

/** Returns the remotes whose builds differ from the live versions, without those whose live version is newer. */
export function remoteChanges(folders: readonly RemoteFolder[], live: ReadonlyMap<string, string>): RemoteChange[] {
  return folders
    .map(({ name, dir }) => ({ name, dir, version: readBuild(dir).version, live: live.get(name) }))
    .filter(({ version, live: current }) => version !== current && !(current && isOlder(version, current)))
}

/** Puts the name of a remote before the message of a failure. */
const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof StartError ? new StartError(`${name}: ${error.message}`) : error
  })

/** Checks the builds that a deployment would publish. Throws StartError when one may not go live. */
export async function checkChanges(changes: readonly RemoteChange[]): Promise<void> {
  for (const { name, dir } of changes) await named(name, checkBuild({ dir }))
}

/**
 * Publishes a remote with a temporary token.
 * @returns why it was left alone, if it was
 * @throws StartError when the portal refuses it, also when its team has published another version since the plan
 */
export async function publishChange(
  url: string,
  store: Database,
  { name, version, live, dir }: RemoteChange,
): Promise<string | undefined> {
  const label = `deploy of ${version}`
  // A killed deployment may have left a token behind.
  await revokeLabelled(store, name)
  const token = await issueToken(store, name, { label, days: 1 })
  try {
    return await named(name, publishIfAllowed({ url, token, dir }, { expected: live ?? null }))
  } finally {
    await revokeLabelled(store, name)
  }
}

async function revokeLabelled(store: Database, name: string): Promise<void> {
  const own = (await listTokens(store, name)).filter((t) => t.label?.startsWith('deploy of ') && !t.revoked_at)
  for (const { id } of own) await revokeToken(store, name, id)
}
