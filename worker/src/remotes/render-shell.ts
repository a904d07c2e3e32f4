import type { RemoteEntry } from '@portal/contract/remotes'
import { addressOf } from './registry.ts'
import { SHELL_DATA, SHELL_HEADINGS, SHELL_CHUNKS, type ShellFacts } from './shell-facts.ts'

/** What a page needs to know of a live version. It never changes, so it is read once per isolate. */
export interface RemoteBuild {
  /** The manifest as it is inlined: without what the browser does not use. */
  manifest: Record<string, unknown>
  /** The entry script. */
  remoteEntry: string
  /** Scripts and styles that the remote's routes need at once. */
  scripts: string[]
  styles: string[]
  /** Integrity values by path, of all that the federation runtime loads: the rest is checked by the entry script. */
  integrity: Record<string, string>
}

/** A live remote with its build; the build is missing where it could not be read: the browser then asks for it itself. */
export interface LiveRemote {
  entry: RemoteEntry
  build: RemoteBuild | undefined
}

/** JSON that can stand inside a script element: nothing in it ends the element. */
export const inert = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A hint that matches what is loaded later to the letter: another credentials mode or integrity loads the file twice. */
function preload(as: 'script' | 'style', href: string, integrity?: string): string {
  const checked = integrity ? ` integrity="${attribute(integrity)}" crossorigin="anonymous"` : ''
  // The page's own scripts and styles run first: these come behind them.
  return `<link rel="preload" as="${as}" href="${attribute(href)}" fetchpriority="low"${checked}>`
}

/** Whether a path lies under one of the route prefixes. */
const lies = (path: string, routes: readonly string[]): boolean =>
  routes.some((route) => path === route || path.startsWith(`${route}/`))

/** Hints for the page at `path`: all that it needs is under way before the first script runs. */
function hints(path: string, asked: LiveRemote | undefined, chunks: ShellFacts['chunks']): string[] {
  // A remote's page stands in the layout of its role, and needs the federation runtime.
  const parts = asked ? [asked.entry.role, 'federation'] : (SHELL_CHUNKS[path] ?? [])
  const links = [...new Set(parts.flatMap((part) => chunks[part] ?? []))].map((href) => preload('script', href))
  if (!asked?.build) return links
  const { entry, build } = asked
  const hint = (as: 'script' | 'style') => (file: string) =>
    preload(as, addressOf(entry.name, entry.version, file), build.integrity[file])
  // Over few connections the first are under way at once, the others when one of these is there.
  return [
    ...build.scripts.map(hint('script')),
    ...build.styles.map(hint('style')),
    ...links,
    hint('script')(build.remoteEntry),
  ]
}

/** The script that asks for the page's data while its code is under way, with what it is to ask for and for whom, and what stands at the page's head. */
function early(path: string, asked: LiveRemote | undefined, script: string, previewed: boolean): string {
  if (!script || asked?.entry.refused) return ''
  const data = (asked ? asked.entry.data?.[path] : SHELL_DATA[path]) ?? []
  // A preview says so above everything: the heading stands lower there.
  const heading = previewed ? undefined : asked ? asked.entry.headings?.[path] : SHELL_HEADINGS[path]
  if (data.length === 0 && !heading) return ''
  const page = { role: asked?.entry.role ?? SHELL_CHUNKS[path]?.[0], data, heading }
  const tag = `<script async fetchpriority="high" src="${attribute(script)}"></script>`
  return `<script type="application/json" id="early">${inert(page)}</script>${tag}`
}

/** Integrity values by address. */
const checked = ({ entry, build }: { entry: RemoteEntry; build: RemoteBuild }): [string, string][] =>
  Object.entries(build.integrity).map(([path, value]) => [addressOf(entry.name, entry.version, path), value])

/**
 * Writes the registry of remotes, with their manifests, into the shell's page, and preload hints for what `path` shows.
 * @param facts scripts of the shell: those of its lazily loaded parts, and the first one
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
  const asked = remotes.find((r) => lies(path, r.entry.routes))
  const first = early(
    path,
    asked,
    facts.early,
    remotes.some((r) => r.entry.preview),
  )
  const links = hints(path, asked, facts.chunks).join('')
  // Where there is a first script, it sees to it that they come in their turn (shell/src/boot/deferred-hints.ts).
  const behind = first && links ? `<template id="behind">${links}</template>` : links
  const head = `${behind}<script type="application/json" id="remotes">${inert(data)}</script>`
  // A function, because a replacement text would give `$&` and the like a meaning.
  return html.replace('</head>', () => `${head}</head>`).replace('<title>', () => `${first}<title>`)
}
