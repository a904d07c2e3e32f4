import type { RemoteEntry } from '@portal/contract/remotes'
import { addressOf } from './registry.ts'

/** What a page needs to know of a live version. It never changes, so it is read once per isolate. */
export interface RemoteBuild {
  /** The manifest as it is inlined: without what the browser does not use. */
  manifest: Record<string, unknown>
  /** The entry script. */
  remoteEntry: string
  /** Scripts and styles that the remote's routes need at once. */
  scripts: string[]
  styles: string[]
  /** Integrity values by path of the file. */
  integrity: Record<string, string>
}

/** A live remote with its build; the build is missing where it could not be read: the browser then asks for it itself. */
export interface LiveRemote {
  entry: RemoteEntry
  build: RemoteBuild | undefined
}

/** JSON that can stand inside a script element: nothing in it ends the element. */
const inert = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const preload = (as: 'script' | 'style', href: string, integrity?: string): string =>
  `<link rel="preload" as="${as}" href="${attribute(href)}"${integrity ? ` integrity="${attribute(integrity)}"` : ''}>`

/** Whether a path lies under one of the route prefixes. */
const lies = (path: string, routes: readonly string[]): boolean => routes.some((route) => path === route || path.startsWith(`${route}/`))

/** Hints for the remote behind the path: all that its page needs is under way before the first script runs. */
function hints({ entry, build }: LiveRemote, federation: readonly string[]): string[] {
  const links = federation.map((href) => preload('script', href))
  if (!build) return links
  const at = (path: string) => addressOf(entry.name, entry.version, path)
  const script = (path: string) => preload('script', at(path), build.integrity[path])
  return [...build.styles.map((path) => preload('style', at(path))), ...links, ...[build.remoteEntry, ...build.scripts].map(script)]
}

/**
 * Writes the registry of remotes, with their manifests, into the shell's page, and preload hints for the remote behind `path`.
 * @param federation scripts of the shell that any remote needs
 */
export function renderShell(html: string, remotes: readonly LiveRemote[], federation: readonly string[], path: string): string {
  const known = remotes.flatMap(({ entry, build }) => (build ? [{ entry, build }] : []))
  const data = {
    remotes: remotes.map((r) => r.entry),
    manifests: Object.fromEntries(known.map(({ entry, build }) => [entry.entry, build.manifest])),
    integrity: Object.fromEntries(
      known.flatMap(({ entry, build }) => {
        const value = build.integrity[build.remoteEntry]
        return value ? [[addressOf(entry.name, entry.version, build.remoteEntry), value]] : []
      }),
    ),
  }
  const asked = remotes.find((r) => lies(path, r.entry.routes))
  const head = [...(asked ? hints(asked, federation) : []), `<script type="application/json" id="remotes">${inert(data)}</script>`]
  // A function, because a replacement text would give `$&` and the like a meaning.
  return html.replace('</head>', () => `${head.join('')}</head>`)
}
