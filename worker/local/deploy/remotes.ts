import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemoteRegistry } from '@portal/contract/remotes'
import { z } from 'zod'
import { publishRemote } from '../publish.ts'
import type { Database } from '../database.ts'
import { issueToken, listTokens, revokeToken } from '../remote-token.ts'
import { StartError } from '../sqld.ts'

const Build = z.object({ version: z.string() })

/** Where the build of a remote lies. */
export interface RemoteFolder {
  name: string
  dir: string
}

/** A remote whose build here is another than the live one. */
export interface RemoteChange extends RemoteFolder {
  version: string
  /** The version that is live; undefined where there is none. */
  live: string | undefined
}

/** The version of a remote's build here. */
const builtVersion = (dir: string): string =>
  Build.parse(JSON.parse(readFileSync(join(dir, 'dist/remote.json'), 'utf8'))).version

const core = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number)

/** Whether version `a` is older than `b`, by their numbers alone. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [core(a), core(b)]
  for (const [i, part] of left.entries()) if (part !== (right[i] ?? 0)) return part < (right[i] ?? 0)
  return false
}

/**
 * What is live at a portal; nothing where it does not answer yet (before its first deployment).
 */
export async function liveVersions(url: string): Promise<Map<string, string>> {
  try {
    const response = await fetch(new URL('/api/remotes', url), { signal: AbortSignal.timeout(10_000) })
    const { remotes } = RemoteRegistry.parse(await response.json())
    return new Map(remotes.map((r) => [r.name, r.version]))
  } catch {
    return new Map()
  }
}

/** The remotes to publish; a remote of which its team has a newer version live is left alone. */
export function remoteChanges(folders: readonly RemoteFolder[], live: ReadonlyMap<string, string>): RemoteChange[] {
  return folders
    .map(({ name, dir }) => ({ name, dir, version: builtVersion(dir), live: live.get(name) }))
    .filter(({ version, live: current }) => version !== current && !(current && isOlder(version, current)))
}

/**
 * Publishes a remote with a token that exists for as long as that takes.
 * @throws StartError when the portal refuses it
 */
export async function publishChange(url: string, store: Database, { name, version, dir }: RemoteChange): Promise<void> {
  const label = `deploy of ${version}`
  // One that a killed deployment left behind.
  await revokeLabelled(store, name)
  const token = await issueToken(store, name, { label, days: 1 })
  try {
    await publishRemote({ url, token, dir })
  } catch (error) {
    throw error instanceof StartError ? new StartError(`${name}: ${error.message}`) : error
  } finally {
    await revokeLabelled(store, name)
  }
}

async function revokeLabelled(store: Database, name: string): Promise<void> {
  const own = (await listTokens(store, name)).filter((t) => t.label?.startsWith('deploy of ') && !t.revoked_at)
  for (const { id } of own) await revokeToken(store, name, id)
}
