import { isObject } from '@portal/contract/is-object'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { KeepPage } from '../offline/messages.ts'

/** The part of the registry in a page that says which files it needs. */
interface PageRegistry {
  remotes: Pick<RemoteEntry, 'name' | 'version' | 'entry' | 'role' | 'refused'>[]
  integrity: Record<string, string>
  /** The version of the shell. */
  shell: string
}

/** Returns the registry in the HTML of a page. Throws if there is none. */
function registryIn(html: string): PageRegistry {
  const [, json = ''] = /<script type="application\/json" id="remotes">(.*?)<\/script>/s.exec(html) ?? []
  const registry = JSON.parse(json) as Partial<PageRegistry>
  const { remotes = [], integrity = {}, shell } = registry
  if (!shell) throw new Error('The page does not name the version of the shell.')
  return { remotes, integrity, shell }
}

/** Returns all names of files in a part of a federation manifest. */
function filesIn(assets: unknown): string[] {
  if (typeof assets === 'string') return [assets]
  return Array.isArray(assets) || isObject(assets) ? Object.values(assets).flatMap(filesIn) : []
}

/** Returns the files of a remote: manifest, entry, and everything that its modules may load. */
function filesOfRemote({ entry }: Pick<RemoteEntry, 'entry'>, manifest: unknown): string[] {
  if (!isObject(manifest) || !isObject(manifest['metaData'])) return []
  const start = manifest['metaData']['remoteEntry'] as { path: string; name: string }
  const folder = new URL('.', new URL(entry, self.location.origin))
  const modules = Array.isArray(manifest['exposes']) ? (manifest['exposes'] as { assets: unknown }[]) : []
  const script = start.path ? `${start.path}/${start.name}` : start.name
  const paths = [entry, script, ...modules.flatMap(({ assets }) => filesIn(assets))]
  return paths.map((path) => new URL(path, folder).pathname)
}

/** The scripts of the shell that a role needs without a connection, from the file that the build writes. */
export const offlineListOf = (shell: string): string => `/assets/offline-${shell}.json`

/**
 * Returns the paths of all files that a page needs to run without a connection, with their integrity values: those that
 * its HTML names, the scripts of the shell for a role, and the remotes of the role in the versions of its registry.
 * @param read reads a JSON file: the list of the shell's scripts, or the manifest of a remote, because that in the page
 * has only the files that are loaded at once
 */
export async function filesOfPage(
  html: string,
  role: KeepPage['role'],
  read: (path: string) => Promise<unknown>,
): Promise<Map<string, string | undefined>> {
  const { remotes, integrity, shell } = registryIn(html)
  const list = offlineListOf(shell)
  const lists = (await read(list)) as Record<KeepPage['role'], string[]>
  const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
  const own = remotes.filter((remote) => remote.role === role && !remote.refused && remote.entry.startsWith('/'))
  const theirs = await Promise.all(own.map(async (remote) => filesOfRemote(remote, await read(remote.entry))))
  return new Map([list, ...named, ...lists[role], ...theirs.flat()].map((path) => [path, integrity[path]]))
}

/** Returns what identifies the code of a page: the versions of the shell and the remotes. */
export function versionsOf(html: string): string {
  const { remotes, shell } = registryIn(html)
  return [shell, ...remotes.map(({ name, version }) => `${name}@${version}`)].join(' ')
}
