import type { SessionUser } from './auth.ts'
import type { PublishRemote, RemoteEntry } from './remotes.ts'
import type { Command } from './commands.ts'
import type { Role } from './statuses.ts'

/** A page, as the portal knows it before the code of the page is loaded. It is the `staticData` of the page's route. */
export interface PageDefinition {
  /** Heading of the page and title of the browser tab. */
  title: string | ((user: SessionUser) => string)
  subtitle?: string
  /** `narrow`: forms and profiles. `wide` (default): tables. */
  width?: 'narrow' | 'wide'
  /** Entry in the navigation; absent for pages that other pages lead to. */
  nav?: {
    /** The title by default. */
    label?: string
    icon: string
    order: number
  }
}

/** Pages by path. */
export type PageDefinitions = Record<`/${string}`, PageDefinition>

/** The pages of a remote, and the role that may open them. */
export interface RemotePages {
  role: Role
  pages: PageDefinitions
}

/** Returns the text of a page in the navigation. */
export const navLabel = ({ title, nav }: PageDefinition): string =>
  nav?.label ?? (typeof title === 'string' ? title : '')

/** Returns the pages that have a text in the navigation or a fixed title. */
export const labelledPages = (pages: PageDefinitions): { path: string; label: string }[] =>
  Object.entries(pages)
    .map(([path, page]) => ({ path, label: navLabel(page) }))
    .filter(({ label }) => label !== '')

/** Returns what the shell needs to know about a remote. A remote has at most one navigation entry. */
export function placeOf(
  { role, pages }: RemotePages,
  commands: readonly Command[] = [],
): Pick<RemoteEntry, 'routes' | 'role' | 'nav' | 'pages' | 'commands'> {
  const routes = Object.keys(pages).map((path) => path.replace(/^(\/[^/]*).*/, '$1'))
  const page = Object.values(pages).find(({ nav }) => nav)
  return {
    routes: [...new Set(routes)],
    role,
    nav: page?.nav ? { label: navLabel(page), icon: page.nav.icon, order: page.nav.order } : null,
    pages: labelledPages(pages),
    ...(commands.length > 0 ? { commands: [...commands] } : {}),
  }
}

/** Returns the paths of all pages that the place of a build names; those of its prefixes if it names none. */
export function pagePaths({ routes, preload = {} }: PublishRemote['place']): string[] {
  const pages = Object.keys(preload)
  return pages.length > 0 ? pages : routes
}
