import type { RemoteEntry, RemoteRegistry } from '@portal/contract/remotes'
import { addressOf } from './registry.ts'
import type { ShellBuild } from '../../platform/http/shell-build.ts'

/** What a page needs to know about a live version. */
export interface RemoteBuild {
  /** The federation manifest, without properties that the browser does not need. */
  manifest: Record<string, unknown>
  /** The entry script. */
  remoteEntry: string
  /** Whether the scripts are modules. */
  isModule: boolean
  /** Scripts and styles of the remote's routes. */
  scripts: string[]
  styles: string[]
  /** Further scripts of each page, by path. */
  preload: Record<string, string[]>
  /** Integrity values by path of the files that are preloaded or loaded by the federation runtime. */
  integrity: Record<string, string>
}

/** A live remote. Without a build, which could not be read, the browser loads the manifest itself. */
export interface LiveRemote {
  entry: RemoteEntry
  build: RemoteBuild | undefined
}

/** Returns JSON that is safe inside a script element. */
export const inert = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

// Credentials mode and integrity have to match the later request, or the file is loaded twice.
function preload(as: 'script' | 'style' | 'module', href: string, integrity?: string): string {
  const checked = integrity ? ` integrity="${attribute(integrity)}" crossorigin="anonymous"` : ''
  const kind = as === 'module' ? 'rel="modulepreload"' : `rel="preload" as="${as}"`
  // Low priority, because the page's own scripts and styles come first.
  return `<link ${kind} href="${attribute(href)}" fetchpriority="low"${checked}>`
}

/** Returns whether a path is below one of the route prefixes. */
export const isBelow = (path: string, routes: readonly string[]): boolean =>
  routes.some((route) => path === route || path.startsWith(`${route}/`))

/** Returns preload links for everything that a page needs. */
function hints(
  path: string,
  asked: LiveRemote | undefined,
  { chunks, pages }: Pick<ShellBuild, 'chunks' | 'pages'>,
): string[] {
  // A remote's page needs the layout of its role and the federation runtime.
  const chunkNames = asked ? [asked.entry.role, 'federation'] : (pages[path] ?? [])
  const links = [...new Set(chunkNames.flatMap((name) => chunks[name] ?? []))].map((href) => preload('script', href))
  if (!asked?.build) return links
  const { entry, build } = asked
  const script = build.isModule ? 'module' : 'script'
  const hint = (as: 'script' | 'style' | 'module') => (file: string) =>
    preload(as, addressOf(entry.name, entry.version, file), build.integrity[file])
  // In the order of their use, which matters when the browser uses few connections.
  return [
    ...links,
    hint(script)(build.remoteEntry),
    ...build.scripts.map(hint(script)),
    ...build.styles.map(hint('style')),
    ...(build.preload[path] ?? []).map(hint(script)),
  ]
}

/** Returns integrity values by URL path. */
const checked = ({ entry, build }: { entry: RemoteEntry; build: RemoteBuild }): [string, string][] =>
  Object.entries(build.integrity).map(([path, value]) => [addressOf(entry.name, entry.version, path), value])

/**
 * Inlines the registry of remotes with their manifests into the shell's page, and adds preload links for a path.
 * @param shell the shell's pages and lazily loaded chunks
 * @param more what the registry contains besides remotes
 */
export function renderShell(
  html: string,
  remotes: readonly LiveRemote[],
  shell: Pick<ShellBuild, 'chunks' | 'pages'>,
  path: string,
  more: Omit<RemoteRegistry, 'remotes'> = {},
): string {
  const known = remotes.flatMap(({ entry, build }) => (build ? [{ entry, build }] : []))
  const data = {
    ...more,
    remotes: remotes.map((r) => r.entry),
    manifests: Object.fromEntries(known.map(({ entry, build }) => [entry.entry, build.manifest])),
    integrity: Object.fromEntries(known.flatMap(checked)),
  }
  const asked = remotes.find((r) => isBelow(path, r.entry.routes))
  const links = hints(path, asked, shell).join('')
  const head = `${links}<script type="application/json" id="remotes">${inert(data)}</script>`
  // A replacement function, because `$&` has a meaning in replacement strings.
  return html.replace('</head>', () => `${head}</head>`)
}
