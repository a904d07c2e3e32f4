import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type FlagDeclaration, flagNameOf, type RemoteFlag } from '@portal/contract/flags'
import type { PageDefinitions, RemotePages } from '@portal/contract/pages'
import type { Command } from '@portal/contract/commands'

/** Returns the name of a page's chunk: `/profile/audit` → `profile-audit`. */
export const chunkOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'sign-in'

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(path).href)

/** Returns the page definitions of the remote in `dir`. */
export async function pagesOfRemote(dir: string): Promise<RemotePages> {
  const { default: remote } = (await importFile(join(dir, 'src/remote/pages.ts'))) as { default: RemotePages }
  return remote
}

/** Returns what a file of the remote in `dir` exports, or else what is used without that file. */
async function exportOf<T>(dir: string, file: string, without: T): Promise<T> {
  const path = join(dir, 'src/remote', file)
  return existsSync(path) ? ((await importFile(path)) as { default: T }).default : without
}

/** Returns the commands of the remote in `dir`, which may have none. */
export const commandsOfRemote = (dir: string): Promise<readonly Command[]> => exportOf(dir, 'commands.ts', [])

/**
 * Returns the feature flags of the remote in `dir`, by their names without that of the remote.
 * @throws Error if they would be read under other names than operators set
 */
export async function flagsOfRemote(dir: string, remote: string): Promise<Record<string, FlagDeclaration>> {
  const flags = Object.entries(await exportOf<Record<string, FlagDeclaration & RemoteFlag>>(dir, 'flags.ts', {}))
  const wrong = flags.find(([key, { name }]) => name !== flagNameOf(remote, key))
  if (wrong) throw new Error(`${dir}/src/remote/flags.ts: pass '${remote}' to defineFlags.`)
  return Object.fromEntries(
    flags.map(([key, { description, default: isOn, expires }]) => [key, { description, default: isOn, expires }]),
  )
}

/** Returns the chunks of a page of the shell. Pages outside of a layout have only their own, redirects none. */
function chunksOf(layout: string, path: string): string[] {
  if (layout === 'redirects') return []
  return layout === 'public' ? [chunkOf(path)] : [layout, chunkOf(path)]
}

/** Returns the chunks of each page of the shell in `dir`, by path: that of its layout and its own. */
export async function pagesOfShell(dir: string): Promise<Record<string, string[]>> {
  const { SHELL_PAGES } = (await importFile(join(dir, 'src/pages.ts'))) as {
    SHELL_PAGES: Record<string, PageDefinitions>
  }
  return Object.fromEntries(
    Object.entries(SHELL_PAGES).flatMap(([layout, pages]) =>
      Object.keys(pages).map((path) => [path, chunksOf(layout, path)]),
    ),
  )
}

/**
 * Returns the scripts that each role needs without a connection: those of its layout and pages, and those that belong
 * to no page.
 * @param scripts paths of all scripts
 */
export function offlineScripts(
  { pages, chunks }: { pages: Readonly<Record<string, string[]>>; chunks: Readonly<Record<string, string[]>> },
  scripts: readonly string[],
): Record<'bookkeeper' | 'client', string[]> {
  const scriptsOf = (names: readonly string[]): string[] => names.flatMap((name) => chunks[name] ?? [])
  const ofPages = new Set(scriptsOf(Object.values(pages).flat()))
  const ofRole = (role: string): string[] => {
    const own = scriptsOf(
      Object.values(pages)
        .filter((names) => names.includes(role))
        .flat(),
    )
    return [...new Set([...own, ...scripts.filter((script) => !ofPages.has(script))])]
  }
  return { bookkeeper: ofRole('bookkeeper'), client: ofRole('client') }
}
