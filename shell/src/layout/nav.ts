import { SHELL_PAGES } from '@portal/contract/pages'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { Role } from '@portal/contract/statuses'
import { FileText, Inbox, LayoutDashboard, type LucideIcon, MessageSquare, Puzzle, User, Users } from 'lucide-react'
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
const roleOf = (path: string): Role => (path.startsWith('/client-') ? 'client' : 'bookkeeper')

/** Returns the specified entries. They stay when their remote is missing: its page then offers a retry. */
function specifiedEntries(role: Role): NavItem[] {
  const own = Object.entries(SHELL_PAGES).flatMap(([to, { heading, nav }]) =>
    nav && roleOf(to) === role ? [{ to, label: heading.title, icon: iconOf(nav.icon), order: nav.order }] : [],
  )
  return [...own, ...entriesOf(SPECIFIED_REMOTES, role)]
}

function entriesOf(remotes: readonly RemotePosition[], role: Role): NavItem[] {
  return remotes.flatMap(({ role: remoteRole, nav, routes: [to] }) =>
    remoteRole === role && nav && to ? [{ to, label: nav.label, icon: iconOf(nav.icon), order: nav.order }] : [],
  )
}

/** Returns the navigation of a role in order: the specified entries and those of further remotes. */
export function navFor(role: Role, remotes: readonly RemoteEntry[]): NavItem[] {
  const specified = specifiedEntries(role)
  const further = entriesOf(remotes, role).filter(({ to }) => !specified.some((item) => item.to === to))
  return [...specified, ...further].sort((a, b) => a.order - b.order)
}
