import type { RemoteEntry } from '@portal/contract/remotes'
import type { Role } from '@portal/contract/statuses'
import { FileText, Inbox, LayoutDashboard, type LucideIcon, MessageSquare, Puzzle, User, Users } from 'lucide-react'

/** An entry of the navigation. */
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

/** The specification's entries. They stay when a remote is missing: its page then says so, and offers to try again. */
const FIXED: Readonly<Record<Role, readonly NavItem[]>> = {
  bookkeeper: [
    { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, order: 10 },
    { to: '/clients', label: 'Clients', icon: Users, order: 20 },
    { to: '/workforms', label: 'Workforms', icon: FileText, order: 30 },
    { to: '/form-submissions', label: 'Form Submissions', icon: Inbox, order: 40 },
    { to: '/chat', label: 'Chat', icon: MessageSquare, order: 50 },
    { to: '/profile', label: 'Profile', icon: User, order: 60 },
  ],
  client: [
    { to: '/client-dashboard', label: 'Dashboard', icon: LayoutDashboard, order: 10 },
    { to: '/client-chat', label: 'Chat', icon: MessageSquare, order: 20 },
    { to: '/client-profile', label: 'Profile', icon: User, order: 30 },
  ],
}

/** The navigation of a role, in order: the fixed entries, and those that further remotes bring. */
export function navFor(role: Role, remotes: readonly RemoteEntry[]): NavItem[] {
  const fixed = FIXED[role]
  const more = remotes.flatMap(({ role: forRole, nav, routes: [to] }) =>
    forRole === role && nav && to && !fixed.some((item) => item.to === to)
      ? [{ to, label: nav.label, icon: ICONS[nav.icon] ?? Puzzle, order: nav.order }]
      : [],
  )
  return [...fixed, ...more].sort((a, b) => a.order - b.order)
}
