import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** Returns the commands of the remote in `dir`, which may have none. */
export async function commandsOfRemote(dir: string): Promise<readonly Command[]> {
  const file = join(dir, 'src/remote/commands.ts')
  if (!existsSync(file)) return []
  const { default: commands } = (await importFile(file)) as { default: readonly Command[] }
  return commands
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
