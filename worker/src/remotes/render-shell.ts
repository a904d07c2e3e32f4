import type { RemoteEntry } from '@portal/contract/remotes'
import { addressOf } from './registry.ts'
import { SHELL_DATA, SHELL_HEADINGS, SHELL_CHUNKS, type ShellFacts } from './shell-facts.ts'

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
  /** Integrity values by path of the files that the federation runtime loads. The entry script checks the others. */
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
function hints(path: string, asked: LiveRemote | undefined, chunks: ShellFacts['chunks']): string[] {
  // A remote's page needs the layout of its role and the federation runtime.
  const chunkNames = asked ? [asked.entry.role, 'federation'] : (SHELL_CHUNKS[path] ?? [])
  const links = [...new Set(chunkNames.flatMap((name) => chunks[name] ?? []))].map((href) => preload('script', href))
  if (!asked?.build) return links
  const { entry, build } = asked
  const script = build.isModule ? 'module' : 'script'
  const hint = (as: 'script' | 'style' | 'module') => (file: string) =>
    preload(as, addressOf(entry.name, entry.version, file), build.integrity[file])
  // The order matters when the browser uses few connections.
  return [
    ...build.scripts.map(hint(script)),
    ...build.styles.map(hint('style')),
    ...links,
    hint(script)(build.remoteEntry),
  ]
}

/** Returns the script that requests the data of a page while its code is loading, with the requests and the heading. */
function early(path: string, asked: LiveRemote | undefined, script: string, previewed: boolean): string {
  if (!script || asked?.entry.refused) return ''
  const data = (asked ? asked.entry.data?.[path] : SHELL_DATA[path]) ?? []
  // The preview banner moves the heading down, so it is not shown early.
  const heading = previewed ? undefined : asked ? asked.entry.headings?.[path] : SHELL_HEADINGS[path]
  if (data.length === 0 && !heading) return ''
  const page = { role: asked?.entry.role ?? SHELL_CHUNKS[path]?.[0], data, heading }
  const tag = `<script async fetchpriority="high" src="${attribute(script)}"></script>`
  return `<script type="application/json" id="early">${inert(page)}</script>${tag}`
}

/** Returns integrity values by URL path. */
const checked = ({ entry, build }: { entry: RemoteEntry; build: RemoteBuild }): [string, string][] =>
  Object.entries(build.integrity).map(([path, value]) => [addressOf(entry.name, entry.version, path), value])

/**
 * Inlines the registry of remotes with their manifests into the shell's page, and adds preload links for a path.
 * @param facts the shell's lazily loaded chunks and its early script
 */
export function renderShell(
  html: string,
  remotes: readonly LiveRemote[],
  facts: Pick<ShellFacts, 'chunks' | 'early'>,
  path: string,
): string {
  const known = remotes.flatMap(({ entry, build }) => (build ? [{ entry, build }] : []))
  const data = {
    remotes: remotes.map((r) => r.entry),
    manifests: Object.fromEntries(known.map(({ entry, build }) => [entry.entry, build.manifest])),
    integrity: Object.fromEntries(known.flatMap(checked)),
  }
  const asked = remotes.find((r) => isBelow(path, r.entry.routes))
  const first = early(
    path,
    asked,
    facts.early,
    remotes.some((r) => r.entry.preview),
  )
  const links = hints(path, asked, facts.chunks).join('')
  // The early script inserts the links in time (shell/src/boot/deferred-hints.ts).
  const behind = first && links ? `<template id="behind">${links}</template>` : links
  const head = `${behind}<script type="application/json" id="remotes">${inert(data)}</script>`
  // Replacement functions, because `$&` has a meaning in replacement strings.
  return html.replace('</head>', () => `${head}</head>`).replace('<title>', () => `${first}<title>`)
}
