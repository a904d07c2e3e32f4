import type { RemoteEntry, RemoteRegistry } from '@portal/contract/remotes'
import type { Context } from '../../context.ts'
import { log } from '../../platform/log.ts'
import { readBuilds } from './read-builds.ts'
import { isBelow, renderShell } from './render-shell.ts'
import { type Reader, readRegistry } from './registry.ts'
import { sharedPart } from './shared-part.ts'
import { type ShellBuild, shellBuild } from '../../platform/http/shell-build.ts'
import { markPublished } from './serve-files.ts'

/** The shell, cached because it is deployed together with the worker. */
let shell: { html: string; build: ShellBuild } | undefined
/** The last registry without anything of a single browser, for pages while the database is unavailable. */
let lastRegistry: RemoteRegistry | undefined

async function readShell(ctx: Context): Promise<{ html: string; build: ShellBuild }> {
  const [page, build] = await Promise.all([ctx.env.ASSETS.fetch(new URL('/shell.html', ctx.origin)), shellBuild(ctx)])
  if (!page.ok) throw new Error(`shell.html: ${page.status}`)
  return { html: await page.text(), build }
}

/** Returns the registry. It is read for each page, so that a switch is effective from the next page load on. */
async function currentRegistry(ctx: Context, reader: Reader): Promise<RemoteRegistry | undefined> {
  try {
    const registry = await readRegistry(ctx, reader)
    if (reader.previews.length === 0) for (const { name, version } of registry.remotes) markPublished(name, version)
    lastRegistry = sharedPart(registry, reader) ?? lastRegistry
    return registry
  } catch (error) {
    log('registry_unreadable', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
  }
  return lastRegistry
}

/** Returns whether a remote's build is stored here. */
const isStored = ({ refused, entry }: RemoteEntry): boolean => !refused && entry.startsWith('/')

/** Returns whether the shell or a remote has a page at the path. Remotes handle unknown paths below their routes. */
const isPage = (path: string, { pages }: ShellBuild, entries: readonly RemoteEntry[]): boolean =>
  path in pages || entries.some(({ routes }) => isBelow(path, routes))

/**
 * Renders the shell's page for a path with the registry of remotes, and returns whether there is such a page.
 * Takes one round trip, and a second for builds that this isolate has not read yet. Without a database, the page
 * contains the last known registry, or none, so that the browser requests it.
 */
export async function renderPage(
  ctx: Context,
  path: string,
  reader: Reader,
): Promise<{ html: string; found: boolean }> {
  const [known, registry] = await Promise.all([shell ?? readShell(ctx), currentRegistry(ctx, reader)])
  shell = known
  if (!registry) return { html: known.html, found: true }
  const { remotes, ...more } = registry
  const builds = await readBuilds(ctx, remotes.filter(isStored))
  const live = remotes.map((entry) => ({ entry, build: builds.get(entry.name) }))
  return {
    html: renderShell(known.html, live, known.build, path, more),
    found: isPage(path.replace(/(?<=[^/])\/+$/, ''), known.build, remotes),
  }
}
