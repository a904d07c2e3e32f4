import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageDefinitions, RemotePages } from '@portal/contract/pages'

/** Returns the name of a page's chunk: `/profile/audit` → `profile-audit`. */
export const chunkOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'sign-in'

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(path).href)

/** Returns the page definitions of the remote in `dir`. */
export async function pagesOfRemote(dir: string): Promise<RemotePages> {
  const { default: remote } = (await importFile(join(dir, 'src/remote/pages.ts'))) as { default: RemotePages }
  return remote
}

/** Returns the chunks of each page of the shell in `dir`, by path: that of its layout and its own. */
export async function pagesOfShell(dir: string): Promise<Record<string, string[]>> {
  const { SHELL_PAGES } = (await importFile(join(dir, 'src/pages.ts'))) as {
    SHELL_PAGES: Record<string, PageDefinitions>
  }
  return Object.fromEntries(
    Object.entries(SHELL_PAGES).flatMap(([layout, pages]) =>
      Object.keys(pages).map((path) => [path, layout === 'public' ? [chunkOf(path)] : [layout, chunkOf(path)]]),
    ),
  )
}
