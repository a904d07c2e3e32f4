import { navLabel, type PageDefinition } from '@portal/contract/pages'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { Role } from '@portal/contract/statuses'
import { FileText, Inbox, LayoutDashboard, type LucideIcon, MessageSquare, Puzzle, User, Users } from 'lucide-react'
import { SHELL_PAGES } from '../pages.ts'
import { type RemotePosition, SPECIFIED_REMOTES } from '../specified-remotes.ts'

/** An entry in the navigation. */
export interface NavItem {
  to: string
  label: string
  icon: LucideIcon
  order: number
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'layout-dashboard': LayoutDashboard,
  users: Users,
  'file-text': FileText,
  inbox: Inbox,
  'message-square': MessageSquare,
  user: User,
}

const iconOf = (name: string): LucideIcon => ICONS[name] ?? Puzzle

function shellEntries(role: Role): NavItem[] {
  const pages: [string, PageDefinition][] = Object.entries(SHELL_PAGES[role])
  return pages.flatMap(([to, page]) =>
    page.nav ? [{ to, label: navLabel(page), icon: iconOf(page.nav.icon), order: page.nav.order }] : [],
  )
}

const entriesOf = (remotes: readonly RemotePosition[], role: Role): NavItem[] =>
  remotes.flatMap(({ role: remoteRole, nav, routes: [to] }) =>
    remoteRole === role && nav && to ? [{ to, label: nav.label, icon: iconOf(nav.icon), order: nav.order }] : [],
  )

/** Returns the navigation of a role in order: the shell's pages, the live remotes, and the specified missing ones. */
export function navFor(role: Role, remotes: readonly RemoteEntry[]): NavItem[] {
  const taken = remotes.flatMap(({ routes }) => routes)
  // The page of a missing remote offers a retry.
  const missing = SPECIFIED_REMOTES.filter(({ routes }) => !routes.some((path) => taken.includes(path)))
  const entries = [...shellEntries(role), ...entriesOf(remotes, role), ...entriesOf(missing, role)]
  return entries.sort((a, b) => a.order - b.order)
}
